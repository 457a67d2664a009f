package dev.weir.watch.load;

import java.util.Locale;

/** A load that the page can switch on, for all servers at once. */
public enum LoadKind {
    /** Clients that download a large file again and again. */
    DOWNLOADS(100),
    SUBSCRIBERS(1_000),
    /** Clients that send signed SOAP calls, each one after the other. */
    SOAP(2),
    /** Clients that ask for a large file and read nothing. */
    STALLED(50),
    /** Clients that ask for a large file and leave after a moment. Half of them leave by a TCP reset. */
    LEAVING(25);

    private final int clients;

    LoadKind(int clients) {
        this.clients = clients;
    }

    /** Returns the number of clients of each server while the load is on. */
    int clients() {
        return clients;
    }

    /** Returns the number of clients while the load is off: a gentle load, so that the page is never empty. */
    int gentle() {
        return switch (this) {
            case DOWNLOADS -> 4;
            case SUBSCRIBERS -> 1;
            default -> 0;
        };
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
