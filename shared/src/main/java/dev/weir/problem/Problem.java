package dev.weir.problem;

import java.util.Map;
import org.springframework.http.HttpStatus;

/**
 * An error that is answered as {@code application/problem+json} (RFC 9457). All texts are constant, so an answer
 * reveals nothing of the host.
 *
 * <p>Types are relative references, as the RFC allows. Clients compare them.
 */
public enum Problem {
    UNKNOWN_KEY(401, "unknown-key", "The key names no client", Map.of("WWW-Authenticate", "Bearer")),
    NO_KEY(401, "no-key", "Publishing needs a key", Map.of("WWW-Authenticate", "Bearer")),
    MAY_NOT_PUBLISH(403, "may-not-publish", "This client may not publish"),
    MALFORMED_QUERY(400, "malformed-query", "The query is not understood"),
    MALFORMED_EVENT(400, "malformed-event", "The event is not understood"),
    TOO_LARGE(413, "too-large", "The data of an event has at most 65536 bytes, and its body 401408"),
    UNSUPPORTED_MEDIA_TYPE(
            415,
            "unsupported-media-type",
            "An event is application/json or text/plain, in UTF-8",
            Map.of("Accept-Post", "application/json, text/plain")),
    MALFORMED_MESSAGE(400, "malformed-message", "The message is no SOAP envelope, or not within the limits"),
    MESSAGE_TOO_LARGE(413, "message-too-large", "A message has at most 1 MiB"),
    TOO_SLOW(408, "too-slow", "The message took too long to come", Map.of("Connection", "close")),
    NOT_SOAP(
            415,
            "not-soap",
            "A message is text/xml in UTF-8, without a content coding",
            Map.of("Accept-Post", "text/xml")),
    TOO_MANY_SUBSCRIBERS(
            429,
            "too-many-subscribers",
            "The plan allows no further subscriber at the same time",
            Map.of("Retry-After", "5")),
    OTHER_ORIGIN(403, "other-origin", "Pages of this origin may not read events"),
    BLOCKED(403, "blocked", "This client is blocked"),
    NOT_FOUND(404, "not-found", "No such file"),
    METHOD_NOT_ALLOWED(405, "method-not-allowed", "The method is not allowed here", Map.of("Allow", "GET, HEAD")),
    PRECONDITION_FAILED(412, "precondition-failed", "The file is not as the request wants it"),
    RANGE_NOT_SATISFIABLE(416, "range-not-satisfiable", "The file has nothing of the range"),
    TOO_MANY_DOWNLOADS(
            429,
            "too-many-downloads",
            "The plan allows no further download at the same time",
            Map.of("Retry-After", "1")),
    TOO_MANY_REQUESTS(
            429, "too-many-requests", "The plan allows no further request in this second", Map.of("Retry-After", "1")),
    UNKNOWN_HOST(403, "unknown-host", "Management answers no host of this name (weir.management.hosts)"),
    FOREIGN_ORIGIN(403, "foreign-origin", "Management takes no change from a page of another origin"),
    INTERNAL(500, "internal", "The server failed"),
    TOO_MANY_CLIENTS(503, "too-many-clients", "The server knows as many clients as it can", Map.of("Retry-After", "1")),
    UNAVAILABLE(503, "unavailable", "What the servers share cannot be reached now", Map.of("Retry-After", "1")),
    FILES_GONE(503, "files-gone", "The files cannot be read now", Map.of("Retry-After", "1")),
    OVERLOADED(503, "overloaded", "The server serves as many as it can", Map.of("Retry-After", "1"));

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

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** Header fields of the answer besides the media type. They tell what the client may do instead, and when. */
    public Map<String, String> fields() {
        return fields;
    }

    /** The body, UTF-8 text of media type {@code application/problem+json}. */
    public String json() {
        return json("/problems/" + type, title, status);
    }

    /** The body of an error that says no more than its HTTP status (RFC 9457, 4.2.1). */
    public static String json(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return json("about:blank", known == null ? "Error" : known.getReasonPhrase(), status);
    }

    private static String json(String type, String title, int status) {
        return "{\"type\":\"" + type + "\",\"title\":\"" + title + "\",\"status\":" + status + "}";
    }
}
