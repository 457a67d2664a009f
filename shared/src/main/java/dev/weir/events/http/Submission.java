package dev.weir.events.http;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.events.Publication;
import dev.weir.events.Publisher;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Rights;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The events that a client asks to publish with one request.
 *
 * @param events at least one, in order
 * @param batch whether the request had the form of a batch; a batch may also have only one event
 */
public record Submission(List<Publication> events, boolean batch) {
    /** The maximum size of a request body, in bytes. */
    public static final int MOST_BYTES = Publication.MOST_BYTES;

    private static final int MOST_EVENTS = 100;

    private static final List<MediaType> TYPES =
            List.of(MediaType.APPLICATION_JSON, MediaType.APPLICATION_NDJSON, MediaType.TEXT_PLAIN);

    /**
     * Checks the media type of a request to publish. Call it before the body is read.
     *
     * @throws RefusedException if the type is none of JSON, newline-delimited JSON and plain text, or if the charset is
     *     neither UTF-8 nor ASCII
     */
    public static void checkType(@Nullable String contentType) {
        var _ = mediaType(contentType);
    }

    /**
     * Parses a request to publish. It is a batch if its body is an array in {@code application/json}, or if its type is
     * {@code application/x-ndjson}, which has one event per line and may have blank lines.
     *
     * @param topic the topic in the query, or null; used only for a plain text body
     * @param type the type in the query, or null; used only for a plain text body
     * @param body at most {@link #MOST_BYTES}
     * @throws RefusedException if the request is invalid. If an event of a batch is invalid, the response contains the
     *     event's index, counted from 0
     */
    public static Submission of(
            @Nullable String contentType, @Nullable String topic, @Nullable String type, byte[] body) {
        MediaType media = mediaType(contentType);
        if (body.length > MOST_BYTES) {
            throw new RefusedException(Problem.TOO_LARGE);
        }
        String text = text(body); // because Jackson would accept other encodings in bytes
        if (MediaType.TEXT_PLAIN.equalsTypeAndSubtype(media)) {
            return new Submission(List.of(Publication.text(topic, type, text)), false);
        }
        if (MediaType.APPLICATION_NDJSON.equalsTypeAndSubtype(media)) {
            return batch(ofLines(text));
        }
        return text.stripLeading().startsWith("[")
                ? batch(ofArray(text))
                : new Submission(List.of(Publication.json(text)), false);
    }

    private static Submission batch(List<Publication> events) {
        if (events.isEmpty()) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
        return new Submission(List.copyOf(events), true);
    }

    private static MediaType mediaType(@Nullable String text) {
        try {
            MediaType media = MediaType.parseMediaType(text == null ? "" : text);
            Charset charset = media.getCharset();
            boolean readable = charset == null
                    || charset.equals(StandardCharsets.UTF_8)
                    || charset.equals(StandardCharsets.US_ASCII);
            if (readable && TYPES.stream().anyMatch(media::equalsTypeAndSubtype)) {
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

    private static List<Publication> ofLines(String text) {
        List<Publication> events = new ArrayList<>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> add(events, () -> Publication.json(line)));
        return events;
    }

    private static List<Publication> ofArray(String text) {
        List<Publication> events = new ArrayList<>();
        try (JsonParser parser = Publication.parser(text)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                add(events, () -> Publication.json(parser));
            }
            checkEnd(parser);
        } catch (JacksonException e) {
            throw Publisher.refusal(events.size(), Problem.MALFORMED_EVENT);
        }
        return events;
    }

    private static void checkEnd(JsonParser parser) {
        boolean more;
        try {
            more = parser.nextToken() != null;
        } catch (JacksonException e) {
            more = true;
        }
        if (more) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }

    private static void add(List<Publication> events, Supplier<Publication> event) {
        if (events.size() == MOST_EVENTS) {
            throw new RefusedException(Problem.TOO_LARGE);
        }
        try {
            events.add(event.get());
        } catch (RefusedException e) {
            throw Publisher.refusal(events.size(), e.problem());
        } catch (JacksonException | IllegalArgumentException | ArithmeticException e) {
            throw Publisher.refusal(events.size(), Problem.MALFORMED_EVENT);
        }
    }

    /**
     * Counts each event except the first as a request of the client. {@link Callers#publish} has counted the first.
     * Then checks that the client may publish to the topics of all events. Call this method when the request body is
     * complete, before any event is published.
     *
     * @throws RefusedException if {@link Callers#publishMore} refuses the request, or if the client may not publish to
     *     the topic of an event ({@link Problem#MAY_NOT_PUBLISH}). In the second case, the response to a batch contains
     *     the index of the first such event, counted from 0
     */
    public void admit(Callers callers, Client client) {
        callers.publishMore(client, events.size() - 1);
        Rights rights = client.plan().rights();
        for (int i = 0; i < events.size(); i++) {
            if (!rights.mayPublish(events.get(i).topic())) {
                throw batch
                        ? Publisher.refusal(i, Problem.MAY_NOT_PUBLISH)
                        : new RefusedException(Problem.MAY_NOT_PUBLISH);
            }
        }
    }

    /**
     * Returns the body of the response, in UTF-8: the JSON object {@code {"ids": [...]}} for a batch, and otherwise
     * {@code {"id": ...}}.
     *
     * @throws RefusedException with {@link Problem#KEY_REUSED} if the number of ids differs from the number of events,
     *     because an earlier request with other events had the same {@code Idempotency-Key}
     */
    public byte[] answer(Publisher.Ids ids) {
        if (ids.count() != events.size()) {
            throw new RefusedException(Problem.KEY_REUSED);
        }
        String json = batch
                ? ids.all().stream().collect(Collectors.joining("\",\"", "{\"ids\":[\"", "\"]}"))
                : "{\"id\":\"" + ids.first() + "\"}";
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the header fields of the response whose body is {@code answer}. */
    public static Map<String, String> fields(byte[] answer) {
        return Map.of(
                "Content-Type", MediaType.APPLICATION_JSON_VALUE, "Content-Length", Integer.toString(answer.length));
    }
}
