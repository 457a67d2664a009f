package dev.weir.events.http;

/** The CORS limits (Fetch, 3.3): the methods and fields that pages of allowed origins may use. */
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

    /** Header fields that a request may have. */
    public static String[] fields() {
        return FIELDS.clone();
    }

    /** Header fields that a page may read from an answer. */
    public static String[] exposed() {
        return EXPOSED.clone();
    }
}
