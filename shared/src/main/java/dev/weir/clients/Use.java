package dev.weir.clients;

import dev.weir.problem.Problem;

/** The kinds of long-lived requests. A {@link Plan} limits how many requests of each kind a client may have open. */
public enum Use {
    DOWNLOAD(Problem.TOO_MANY_DOWNLOADS, Problem.NOT_FOUND) {
        @Override
        int most(Plan plan) {
            return plan.maxDownloads();
        }
    },
    /** An event stream or a long poll. */
    SUBSCRIPTION(Problem.TOO_MANY_SUBSCRIBERS, Problem.MAY_NOT_READ) {
        @Override
        int most(Plan plan) {
            return plan.maxSubscribers();
        }
    };

    private final Problem tooMany;
    private final Problem noRight;

    Use(Problem tooMany, Problem noRight) {
        this.tooMany = tooMany;
        this.noRight = noRight;
    }

    abstract int most(Plan plan);

    Problem tooMany() {
        return tooMany;
    }

    /** Returns the error response for a request that the rights of the client's plan do not allow. */
    Problem noRight() {
        return noRight;
    }
}
