package dev.weir.clients;

import dev.weir.problem.Problem;

/** The kinds of long-lived requests. A {@link Plan} limits the simultaneous requests of each kind. */
public enum Use {
    DOWNLOAD(Problem.TOO_MANY_DOWNLOADS) {
        @Override
        int most(Plan plan) {
            return plan.maxDownloads();
        }
    },
    /** An event stream or a long poll. */
    SUBSCRIPTION(Problem.TOO_MANY_SUBSCRIBERS) {
        @Override
        int most(Plan plan) {
            return plan.maxSubscribers();
        }
    };

    private final Problem tooMany;

    Use(Problem tooMany) {
        this.tooMany = tooMany;
    }

    abstract int most(Plan plan);

    Problem tooMany() {
        return tooMany;
    }
}
