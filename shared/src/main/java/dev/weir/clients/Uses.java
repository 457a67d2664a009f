package dev.weir.clients;

/** The numbers of open requests, one number for each kind ({@link Use}). Immutable. */
record Uses(int downloads, int subscriptions) {
    static final Uses NONE = new Uses(0, 0);

    int of(Use use) {
        return switch (use) {
            case DOWNLOAD -> downloads;
            case SUBSCRIPTION -> subscriptions;
        };
    }

    Uses plus(Use use, int more) {
        return switch (use) {
            case DOWNLOAD -> new Uses(downloads + more, subscriptions);
            case SUBSCRIPTION -> new Uses(downloads, subscriptions + more);
        };
    }
}
