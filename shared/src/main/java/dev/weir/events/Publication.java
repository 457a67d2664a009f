package dev.weir.events;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * An event that a client wants to publish. {@code Submission} parses the client's request.
 *
 * @param type null if the event has no type
 */
public record Publication(String topic, @Nullable String type, String data) {
    /** The maximum size of the data of an event, in bytes of UTF-8. */
    static final int MOST_DATA_BYTES = 64 * 1024;

    private static final int MOST_NAME_BYTES = 8 * 1024;
    private static final int ESCAPE_BYTES = "\\u0000".length();

    /** The maximum size of a request body, in bytes. The longest data fits, even if JSON escapes each of its bytes. */
    public static final int MOST_BYTES = MOST_DATA_BYTES * ESCAPE_BYTES + MOST_NAME_BYTES;

    private static final String DEFAULT_TOPIC = "default";
    /** The character that Spring substitutes for invalid UTF-8 in a query. */
    private static final char UNREADABLE = '\uFFFD';

    private static final int LONGEST_NAME = 128;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * Checks and creates an event whose data is plain text.
     *
     * @param topic null for the default topic
     * @throws RefusedException if the topic, the type or the data is invalid, or if the data is too long
     */
    public static Publication text(@Nullable String topic, @Nullable String type, String data) {
        return checked(topic, type, data);
    }

    /** Returns a JSON parser that refuses objects with duplicate members. */
    public static JsonParser parser(String json) {
        return JSON.createParser(ObjectReadContext.empty(), json);
    }

    /**
     * Parses the JSON object {@code {topic?, type?, data}}.
     *
     * @throws RefusedException if the object is invalid
     */
    public static Publication json(String body) {
        try (JsonParser parser = parser(body)) {
            parser.nextToken();
            Publication event = json(parser);
            require(parser.nextToken() == null);
            return event;
        } catch (JacksonException | IllegalArgumentException | ArithmeticException e) {
            // Jackson also throws the JDK's exceptions, for numbers beyond the range of the JDK's types.
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }

    /**
     * Parses an event in a longer JSON text. Call this method when the parser is at the event's first token. Leaves the
     * parser at the event's last token.
     *
     * @throws RefusedException if the event is invalid
     * @throws JacksonException if the JSON is malformed
     * @throws IllegalArgumentException if a number is beyond the range of the JDK's types
     * @throws ArithmeticException if a number is beyond the range of the JDK's types
     */
    public static Publication json(JsonParser parser) {
        String topic = null;
        String type = null;
        String data = null;
        require(parser.currentToken() == JsonToken.START_OBJECT);
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
        require(data != null);
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
     * Returns whether the text is a valid name for a topic or type. A name contains no control character and no white
     * space at its start or end, because an event stream could change such a name.
     */
    public static boolean isName(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST_NAME
                && text.indexOf(UNREADABLE) < 0
                && text.chars().noneMatch(Character::isISOControl)
                && text.strip().length() == text.length();
    }

    /** Returns whether UTF-8 can encode the text. UTF-8 cannot encode an unpaired surrogate. */
    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }
}
