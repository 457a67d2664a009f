package dev.weir.problem;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * The errors that the servers report as {@code application/problem+json} (RFC 9457). Clients recognise a problem by its
 * type, which is a relative URI. All titles are constant, so a response reveals nothing about the host. Only a few
 * responses add a detail ({@link #json(String)}): those of the management port, those to chains of calls, and those
 * that refuse a batch of events.
 */
public enum Problem {
    UNKNOWN_KEY(401, "unknown-key", "No client has this key", Map.of("WWW-Authenticate", "Bearer")),
    NO_KEY(401, "no-key", "Publishing needs a key", Map.of("WWW-Authenticate", "Bearer")),
    INVALID_LINK(403, "invalid-link", "The signed link has expired, was changed, or is not for this request"),
    MAY_NOT_PUBLISH(403, "may-not-publish", "This client may not publish"),
    MALFORMED_QUERY(400, "malformed-query", "The query is invalid"),
    MALFORMED_EVENT(400, "malformed-event", "The event is invalid"),
    TOO_LARGE(
            413,
            "too-large",
            "The data of an event may have at most 65536 bytes, a batch 100 events, and the request body 401408 bytes"),
    KEY_REUSED(422, "key-reused", "The Idempotency-Key was used for another number of events"),
    UNSUPPORTED_MEDIA_TYPE(
            415,
            "unsupported-media-type",
            "An event must be application/json, application/x-ndjson or text/plain, in UTF-8",
            Map.of("Accept-Post", "application/json, application/x-ndjson, text/plain")),
    MALFORMED_MESSAGE(400, "malformed-message", "The message is not a SOAP envelope, or exceeds a limit"),
    MESSAGE_TOO_LARGE(413, "message-too-large", "A message may have at most 1 MiB"),
    TOO_SLOW(408, "too-slow", "The message took too long to arrive", Map.of("Connection", "close")),
    NOT_SOAP(
            415,
            "not-soap",
            "A message must be text/xml in UTF-8, without a content coding",
            Map.of("Accept-Post", "text/xml")),
    TOO_MANY_SUBSCRIBERS(
            429,
            "too-many-subscribers",
            "The plan allows no more subscribers at the same time",
            Map.of("Retry-After", "5")),
    OTHER_ORIGIN(403, "other-origin", "Pages of this origin may not read events"),
    MAY_NOT_READ(403, "may-not-read", "This client may not read the topic"),
    BLOCKED(403, "blocked", "This client is blocked"),
    FOLDER(301, "folder", "The path of a folder ends with a slash"),
    NOT_FOUND(404, "not-found", "No such file"),
    METHOD_NOT_ALLOWED(405, "method-not-allowed", "The method is not allowed here", Map.of("Allow", "GET, HEAD")),
    PRECONDITION_FAILED(412, "precondition-failed", "The file does not meet a precondition of the request"),
    RANGE_NOT_SATISFIABLE(416, "range-not-satisfiable", "The file has no bytes in the requested range"),
    TOO_MANY_DOWNLOADS(
            429,
            "too-many-downloads",
            "The plan allows no more downloads at the same time",
            Map.of("Retry-After", "1")),
    TOO_MANY_REQUESTS(
            429, "too-many-requests", "The plan allows no more requests in this second", Map.of("Retry-After", "1")),
    UNKNOWN_HOST(403, "unknown-host", "The management port does not serve this host name (weir.management.hosts)"),
    FOREIGN_ORIGIN(403, "foreign-origin", "A page of another origin may not change anything on the management port"),
    MALFORMED_REQUEST(400, "malformed-request", "The request to the management port is invalid"),
    BAD_LIMIT(400, "bad-limit", "A field of the change is invalid"),
    UNKNOWN_PLAN(404, "unknown-plan", "There is no such plan"),
    UNKNOWN_CLIENT(404, "unknown-client", "No client has this key"),
    FIELDS_TWICE(400, "fields-twice", "A change has its fields in the body or in the query, not in both"),
    NO_KEY_STORE(
            409,
            "no-key-store",
            "A change of keys would not outlast the server; set weir.client-keys.file or weir.redis.uri"),
    TOO_MANY_KEYS(409, "too-many-keys", "The server has reached its maximum number of keys"),
    KEYS_NOT_STORED(503, "keys-not-stored", "The change of keys may or may not be stored; repeat it"),
    UNKNOWN_ENDPOINT(404, "unknown-endpoint", "The management port has no endpoint at this path"),
    NOT_ACCEPTABLE(406, "not-acceptable", "The management port has no media type that the client accepts"),
    NOT_JSON(415, "not-json", "The body of a change must be application/json"),
    NOT_THIS_MACHINE(403, "not-this-machine", "Only programs on the server's machine may ask for a chain of calls"),
    BAD_CHAIN(400, "bad-chain", "A parameter of the chain of calls is invalid"),
    CHAIN_BROKEN(502, "chain-broken", "The chain of calls broke", Map.of("Connection", "close")),
    CHAIN_TOO_SLOW(504, "chain-too-slow", "The chain of calls took too long", Map.of("Connection", "close")),
    CHANGE_TOO_LARGE(
            413, "change-too-large", "The body of a request to the management port may have at most 262144 bytes"),
    INTERNAL(500, "internal", "The server failed"),
    TOO_MANY_CLIENTS(
            503,
            "too-many-clients",
            "The server has reached its maximum number of clients",
            Map.of("Retry-After", "1")),
    UNAVAILABLE(503, "unavailable", "Redis, which the nodes share, cannot be used now", Map.of("Retry-After", "1")),
    FILES_GONE(503, "files-gone", "The files cannot be read now", Map.of("Retry-After", "1")),
    OVERLOADED(503, "overloaded", "The server has reached its maximum number of requests", Map.of("Retry-After", "1"));

    private final int status;
    private final String type;
    private final String title;
    private final Map<String, String> fields;

    Problem(int status, String type, String title) {
        this(status, type, title, Map.of());
    }

    Problem(int status, String type, String title, Map<String, String> fields) {
        this.status = status;
        this.type = type;
        this.title = title;
        this.fields = fields;
    }

    public int status() {
        return status;
    }

    /** Returns the last segment of the problem's type URI, such as {@code unknown-key}. */
    public String type() {
        return type;
    }

    /** Returns the header fields of the response, such as {@code Retry-After}, but not {@code Content-Type}. */
    public Map<String, String> fields() {
        return fields;
    }

    /** Returns the body of the response, in the media type {@code application/problem+json}. */
    public String json() {
        return json("/problems/" + type, title, status);
    }

    /** Returns the body of a response with the given status instead of this problem's own, such as 501 instead of 400. */
    String withStatus(int other) {
        return json("/problems/" + type, title, other);
    }

    /**
     * Returns the body of a response, with a {@code detail} that says what is wrong in this request (RFC 9457, 3.1.4).
     *
     * @param detail plain text; this method escapes it for JSON
     */
    public String json(String detail) {
        String quoted = new String(JsonStringEncoder.getInstance().quoteAsCharArray(detail));
        String json = json();
        return json.substring(0, json.length() - 1) + ",\"detail\":\"" + quoted + "\"}";
    }

    /**
     * Adds the id of the request to a problem document, as the extension member {@code requestId} (RFC 9457, 3.2).
     *
     * @param json a problem document of this class
     * @param requestId an id that needs no escapes in JSON, or null to add nothing
     */
    public static String withId(String json, @Nullable String requestId) {
        return requestId == null
                ? json
                : json.substring(0, json.length() - 1) + ",\"requestId\":\"" + requestId + "\"}";
    }

    /** Returns the response body for an error that has only an HTTP status, but no problem type (RFC 9457, 4.2.1). */
    public static String json(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return json("about:blank", known == null ? "Error" : known.getReasonPhrase(), status);
    }

    private static String json(String type, String title, int status) {
        return "{\"type\":\"" + type + "\",\"title\":\"" + title + "\",\"status\":" + status + "}";
    }
}
