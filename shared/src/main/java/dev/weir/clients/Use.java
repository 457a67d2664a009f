package dev.weir.clients;

import dev.weir.problem.Problem;

/** The kinds of places that a client can hold several of at the same time. */
public enum Use {
    DOWNLOAD(Problem.TOO_MANY_DOWNLOADS) {
        @Override
        int most(Plan plan) {
            return plan.maxDownloads();
        }
    },
    /** A stream of events, or a long poll. */
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
