package dev.weir.watch.load;

import java.util.Locale;

/** A kind of client load. The page can switch it on and off, on all servers at once. */
public enum LoadKind {
    /** Clients that download a large file again and again. */
    DOWNLOADS(100),
    SUBSCRIBERS(1_000),
    /** Clients that send signed SOAP calls. Each client sends the next call after the answer to the previous one. */
    SOAP(2),
    /** Clients that request a large file and then do not read it. */
    STALLED(50),
    /** Clients that request a large file and soon disconnect. About half of them disconnect by a TCP reset. */
    LEAVING(25);

    private final int clients;

    LoadKind(int clients) {
        this.clients = clients;
    }

    /** Returns the number of clients of each server while the load is on. */
    int clients() {
        return clients;
    }

    /** Returns the number of clients while the load is off. A few always run, so that the page is never empty. */
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
