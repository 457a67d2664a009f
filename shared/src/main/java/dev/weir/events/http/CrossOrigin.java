package dev.weir.events.http;

/** The methods and header fields that pages of the allowed origins may use (the CORS protocol, Fetch, 3.3). */
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

    public static String[] fields() {
        return FIELDS.clone();
    }

    public static String[] exposed() {
        return EXPOSED.clone();
    }
}
