package dev.weir.clients;

/** Number of places in use, by {@link Use}. The lock of {@link Clients} guards it. */
final class Uses {
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
