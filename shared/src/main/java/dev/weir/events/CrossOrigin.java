package dev.weir.events;

/** What pages of other origins may send and read, where they may at all (Fetch, 3.3). */
public final class CrossOrigin {
    private static final String[] METHODS = {"GET", "HEAD", "POST"};
    private static final String[] FIELDS = {
        "Last-Event-ID", "Cache-Control", "Authorization", "X-API-Key", "Content-Type", "Idempotency-Key"
    };
    private static final String[] EXPOSED = {"Weir-Cursor", "Retry-After"};

    private CrossOrigin() {}

    public static String[] methods() {
        return METHODS.clone();
    }

    /** Header fields of a request. */
    public static String[] fields() {
        return FIELDS.clone();
    }

    /** Header fields of an answer. */
    public static String[] exposed() {
        return EXPOSED.clone();
    }
}
