package dev.weir.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.ParsedStream.Message;
import dev.weir.events.http.StreamFields;
import dev.weir.throttle.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventFramingTest {
    private static final Topics ALL = Topics.of(List.of());

    private record Sent(String id, String topic, @Nullable String type, String data) {}

    private static List<Sent> publish(EventLog log, Random random, int events) {
        List<Sent> sent = new ArrayList<>();
        for (int event = 0; event < events; event++) {
            String name = Texts.name(random);
            String topic = name == null ? "default" : name;
            String type = Texts.name(random);
            String data = Texts.any(random);
            sent.add(new Sent(log.append(topic, type, data), topic, type, data));
        }
        return sent;
    }

    private static EventLog log() {
        return new EventLog("0az", 100, Long.MAX_VALUE);
    }

    private static Batch all(EventLog log) {
        return log.read(0, ALL, Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    @Test
    void e01_aStreamFiresThePublishedEvents() {
        Seeds.forEach(2_000, random -> {
            EventLog log = log();
            List<Sent> sent = publish(log, random, 1 + random.nextInt(6));
            byte[] stream = join(opening(log), all(log).sse(), StreamFields.comeBack());
            assertThatIsUtf8(stream);
            assertThat(ParsedStream.of(stream).messages())
                    .containsExactlyElementsOf(sent.stream()
                            .map(event -> new Message(
                                    event.type() == null ? "message" : event.type(),
                                    Texts.lines(event.data()),
                                    event.id()))
                            .toList());
        });
    }

    /**
     * A stream may break off after any byte. The client must then have the id of its last whole event. Otherwise it
     * would miss an event or get one twice when it reconnects. So an event's id must be in the same frame as its data.
     */
    @Test
    void e03_theClientKnowsItsLastEventWhereverTheStreamBreaksOff() {
        Seeds.forEach(50, random -> {
            EventLog log = log();
            int events = 1 + random.nextInt(4);
            publish(log, random, events);
            byte[] opening = opening(log);
            byte[] stream = join(opening, all(log).sse());
            List<Message> whole = ParsedStream.of(stream).messages();
            assertThat(whole).hasSize(events);
            for (int end = opening.length; end <= stream.length; end++) {
                ParsedStream cut = ParsedStream.of(Arrays.copyOf(stream, end));
                int had = cut.messages().size();
                assertThat(cut.messages()).isEqualTo(whole.subList(0, had));
                assertThat(log.cursor(cut.lastEventId())).isEqualTo(had);
            }
        });
    }

    private static byte[] opening(EventLog log) {
        return new Reading(Topics.of(List.of()), 0, 1, Duration.ZERO, false).opening(log);
    }

    @Test
    void l01_aPollHasThePublishedEvents() {
        Seeds.forEach(2_000, random -> {
            EventLog log = log();
            List<Sent> sent = publish(log, random, 1 + random.nextInt(6));
            byte[] json = all(log).json();
            assertThatIsUtf8(json);
            List<Sent> read = new ArrayList<>();
            for (JsonNode event : JsonMapper.shared().readTree(json)) {
                assertThat(event.propertyNames()).containsExactly("id", "topic", "type", "data");
                JsonNode type = event.get("type");
                read.add(new Sent(
                        event.get("id").asString(),
                        event.get("topic").asString(),
                        type.isNull() ? null : type.asString(),
                        event.get("data").asString()));
            }
            assertThat(read).isEqualTo(sent);
        });
    }

    @Test
    void e01_anIdIsOfLettersDigitsAndDashes() {
        EventLog log = log();
        assertThat(publish(log, new Random(1), 100))
                .allMatch(event -> event.id().matches("[0-9A-Za-z-]{1,128}"));
    }

    @Test
    void e01_withoutATypeThereIsNoFieldOfIt() {
        EventLog log = log();
        log.append("a", null, "x");
        log.append("a", "t", "y\r\nz");
        assertThat(new String(all(log).sse(), UTF_8))
                .isEqualTo("id: 0az-1\ndata: x\n\nid: 0az-2\nevent: t\ndata: y\ndata: z\n\n");
    }

    /**
     * JSON can have half of a surrogate pair, which UTF-8 cannot encode. Streams and polls must both send "?" instead.
     */
    @Test
    void e01_halfACharacterBecomesTheSameInBothForms() {
        EventLog log = log();
        log.append("a", null, "x\ud834y");
        assertThat(ParsedStream.of(all(log).sse()).messages().getFirst().data()).isEqualTo("x?y");
        assertThat(JsonMapper.shared()
                        .readTree(all(log).json())
                        .get(0)
                        .get("data")
                        .asString())
                .isEqualTo("x?y");
    }

    @Test
    void e05_aBatchWithoutEventsMovesTheCursorAndFiresNothing() {
        EventLog log = log();
        log.append("a", null, "x");
        Batch batch = log.read(0, Topics.of(List.of("b")), 1, 1);
        ParsedStream stream = ParsedStream.of(batch.sse());
        assertThat(stream.messages()).isEmpty();
        assertThat(stream.lastEventId()).isEqualTo("0az-1");
        assertThat(new String(batch.json(), UTF_8)).isEqualTo("[]");
    }

    @Test
    void e04_aGapIsAnEventOfItsOwnType() {
        EventLog log = log();
        log.append("a", null, "x");
        Message gap = ParsedStream.of(log.read(-1, ALL, 1, 1).sse()).messages().getFirst();
        assertThat(gap).isEqualTo(new Message("gap", "{\"first\":\"0az-1\",\"reason\":\"epoch\"}", "0az-0"));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static void assertThatIsUtf8(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw new AssertionError("is not UTF-8", e);
        }
    }
}
