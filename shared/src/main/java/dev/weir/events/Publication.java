package dev.weir.events;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * An event that a client asks to publish.
 *
 * @param type null if the event has no type
 */
public record Publication(String topic, @Nullable String type, String data) {
    /** The maximum size of the data of an event, in bytes of UTF-8. */
    static final int MOST_DATA_BYTES = 64 * 1024;

    private static final int MOST_NAME_BYTES = 8 * 1024;
    private static final int ESCAPE_BYTES = "\\u0000".length();

    /** The maximum size of a request body, in bytes. It has room for JSON that escapes each byte of the data. */
    public static final int MOST_BYTES = MOST_DATA_BYTES * ESCAPE_BYTES + MOST_NAME_BYTES;

    private static final String DEFAULT_TOPIC = "default";
    /** The character that Spring substitutes for invalid UTF-8 in a query. */
    private static final char UNREADABLE = '\uFFFD';

    private static final int LONGEST_NAME = 128;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * Parses a request to publish an event.
     *
     * @param contentType {@code application/json} or {@code text/plain}
     * @param topic the topic in the query, or null; ignored for JSON
     * @param type the type in the query, or null; ignored for JSON
     * @param body the JSON object {@code {topic?, type?, data}}, or the data as text; at most {@link #MOST_BYTES}
     * @throws RefusedException if the request is invalid
     */
    public static Publication of(
            @Nullable String contentType, @Nullable String topic, @Nullable String type, byte[] body) {
        MediaType media = mediaType(contentType);
        if (body.length > MOST_BYTES) {
            throw new RefusedException(Problem.TOO_LARGE);
        }
        if (MediaType.APPLICATION_JSON.equalsTypeAndSubtype(media)) {
            return json(text(body)); // as text, because Jackson would accept other encodings in bytes
        }
        if (MediaType.TEXT_PLAIN.equalsTypeAndSubtype(media)) {
            return checked(topic, type, text(body));
        }
        throw new RefusedException(Problem.UNSUPPORTED_MEDIA_TYPE);
    }

    /** Returns the body of the response to a publisher, the JSON object {@code {"id": ...}}, in UTF-8. */
    public static byte[] answer(String id) {
        return ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    public static Map<String, String> fields(byte[] answer) {
        return Map.of(
                "Content-Type", MediaType.APPLICATION_JSON_VALUE, "Content-Length", Integer.toString(answer.length));
    }

    /**
     * Checks the media type of a request to publish. Call it before the body is read.
     *
     * @throws RefusedException if the type is neither JSON nor plain text, or the charset is neither UTF-8 nor ASCII
     */
    public static void checkType(@Nullable String contentType) {
        MediaType media = mediaType(contentType);
        if (!MediaType.APPLICATION_JSON.equalsTypeAndSubtype(media)
                && !MediaType.TEXT_PLAIN.equalsTypeAndSubtype(media)) {
            throw new RefusedException(Problem.UNSUPPORTED_MEDIA_TYPE);
        }
    }

    /** Parses a media type. Throws {@link RefusedException} if the charset is neither UTF-8 nor ASCII. */
    private static MediaType mediaType(@Nullable String text) {
        try {
            MediaType media = MediaType.parseMediaType(text == null ? "" : text);
            Charset charset = media.getCharset();
            if (charset == null
                    || charset.equals(StandardCharsets.UTF_8)
                    || charset.equals(StandardCharsets.US_ASCII)) {
                return media;
            }
        } catch (IllegalArgumentException e) {
            // The text is not a media type.
        }
        throw new RefusedException(Problem.UNSUPPORTED_MEDIA_TYPE);
    }

    private static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }

    private static Publication json(String body) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            return json(parser);
        } catch (JacksonException | IllegalArgumentException | ArithmeticException e) {
            // Jackson also throws the JDK's exceptions, for numbers beyond the range of the JDK's types.
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }

    private static Publication json(JsonParser parser) {
        String topic = null;
        String type = null;
        String data = null;
        require(parser.nextToken() == JsonToken.START_OBJECT);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "topic" -> topic = name(parser);
                case "type" -> type = name(parser);
                case "data" -> data = data(parser);
                default -> require(false); // a mistyped name must not be ignored
            }
        }
        require(parser.nextToken() == null && data != null);
        return checked(topic, type, data == null ? "" : data);
    }

    private static @Nullable String name(JsonParser parser) {
        require(parser.currentToken() == JsonToken.VALUE_STRING || parser.currentToken() == JsonToken.VALUE_NULL);
        return parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getString();
    }

    private static String data(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator compact = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            compact.copyCurrentStructureExact(parser);
        }
        return text.toString();
    }

    private static Publication checked(@Nullable String topic, @Nullable String type, String data) {
        require(topic == null || isName(topic));
        require(type == null || (isName(type) && !type.equals(EventLog.GAP))); // only the log may create gap events
        require(isText(data) && (topic == null || isText(topic)) && (type == null || isText(type)));
        if (data.getBytes(StandardCharsets.UTF_8).length > MOST_DATA_BYTES) {
            throw new RefusedException(Problem.TOO_LARGE);
        }
        return new Publication(topic == null ? DEFAULT_TOPIC : topic, type, data);
    }

    /**
     * Returns whether the text is a valid name for a topic or type. Control characters and white space at either end
     * are invalid, because an event stream would change them.
     */
    public static boolean isName(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST_NAME
                && text.indexOf(UNREADABLE) < 0
                && text.chars().noneMatch(Character::isISOControl)
                && text.strip().length() == text.length();
    }

    /** Returns whether the text has no unpaired surrogate, which UTF-8 cannot encode. */
    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }
}
