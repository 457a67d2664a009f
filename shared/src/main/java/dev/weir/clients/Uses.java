package dev.weir.clients;

/** The number of open requests by {@link Use}. Guarded by the lock of {@link Clients}. */
final class Uses {
    /** Stays at 0. */
    static final Uses NONE = new Uses();

    private int downloads;
    private int subscriptions;

    int of(Use use) {
        return switch (use) {
            case DOWNLOAD -> downloads;
            case SUBSCRIPTION -> subscriptions;
        };
    }

    void add(Use use, int more) {
        switch (use) {
            case DOWNLOAD -> downloads += more;
            case SUBSCRIPTION -> subscriptions += more;
        }
    }

    boolean isNone() {
        return downloads == 0 && subscriptions == 0;
    }
}
