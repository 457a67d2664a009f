package dev.weir.events.http;

/** The HTTP methods and header fields that web pages of allowed origins may use (CORS: WHATWG Fetch, 3.3). */
public final class CrossOrigin {
    private static final String[] METHODS = {"GET", "HEAD", "POST"};
    private static final String[] FIELDS = {
        "Last-Event-ID", "Cache-Control", "Authorization", "X-API-Key", "Content-Type", "Idempotency-Key"
    };
    private static final String[] EXPOSED = {"Weir-Cursor", "Retry-After", "X-Request-Id"};

    private CrossOrigin() {}

    public static String[] methods() {
        return METHODS.clone();
    }

    public static String[] fields() {
        return FIELDS.clone();
    }

    public static String[] exposed() {
        return EXPOSED.clone();
    }
}
