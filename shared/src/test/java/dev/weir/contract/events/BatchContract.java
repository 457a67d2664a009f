package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Metrics;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Tests batches: several events that a client publishes in one request (rules P01 to P04). */
public interface BatchContract extends ContractPart {
    String LINES = "application/x-ndjson";
    String JSON = "application/json";
    String EVENT = "{\"topic\":\"open\",\"data\":1}";

    /**
     * The events of a batch are published in order, with consecutive ids, whether the batch is a JSON array or one
     * event per line. If this fails, check that the event log appends a batch in one step.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "application/json|[{\"data\":\"a\"}, {\"type\":\"t\",\"data\":[1]}, {\"topic\":\"b\",\"data\":\"\"}]",
                "application/x-ndjson|'{\"data\":\"a\"}\n{\"type\":\"t\",\"data\":[ 1 ]}\n\n{\"topic\":\"b\",\"data\":\"\"}\n'"
            })
    default void p01_aBatchIsPublishedInOrder(String contentType, String body) {
        try (EventStream stream = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            publisher.text("any", "before");
            Answer answer = publisher.post("/events", contentType, body);
            publisher.text("any", "after");
            List<String> ids = ids(answer);
            assertThat(ids).hasSize(3);
            List<Event> events = stream.next(5);
            assertThat(events.subList(1, 4))
                    .containsExactly(
                            new Event(ids.get(0), null, "a"),
                            new Event(ids.get(1), "t", "[1]"),
                            new Event(ids.get(2), null, ""));
            long first = number(events.getFirst().id());
            assertThat(events.stream().map(event -> number(event.id()) - first)).containsExactly(0L, 1L, 2L, 3L, 4L);
        }
    }

    private static long number(String id) {
        return Long.parseLong(id.substring(id.lastIndexOf('-') + 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{}|MALFORMED_EVENT", "{\"data\":|MALFORMED_EVENT", "LARGE|TOO_LARGE"})
    default void p03_oneBadEventRefusesTheBatch(String bad, Problem problem) {
        String large = "{\"data\":\"" + "x".repeat(PublicationContract.MOST_BYTES + 1) + "\"}";
        String events = EVENT + "," + EVENT + "," + bad.replace("LARGE", large);
        double before = published();
        assertRefusedAt(2, problem, JSON, "[" + events + "]");
        assertRefusedAt(2, problem, LINES, events.replace("},", "}\n"));
        assertThat(published()).isEqualTo(before);
    }

    @Test
    default void p03_aBatchHasAtMost100Events() {
        String most = (EVENT + ",").repeat(99) + EVENT;
        double before = published();
        assertThat(ids(post(SuiteSettings.GUEST_KEY, JSON, "[" + most + "]"))).hasSize(100);
        post(SuiteSettings.GUEST_KEY, JSON, "[" + most + "," + EVENT + "]").assertRefusedWith(Problem.TOO_LARGE);
        post(SuiteSettings.GUEST_KEY, JSON, "[]").assertRefusedWith(Problem.MALFORMED_EVENT);
        post(SuiteSettings.GUEST_KEY, LINES, "").assertRefusedWith(Problem.MALFORMED_EVENT);
        assertThat(published() - before).isEqualTo(100);
    }

    @Test
    default void p02_aBatchNeedsTheRightToAllItsTopics() {
        double before = published();
        String closed = EVENT.replace("open", "closed");
        List<String> batches = List.of("[" + closed + "]", "[" + EVENT + "," + closed + "," + EVENT + "]");
        for (int index = 0; index < batches.size(); index++) {
            Answer answer = post(SuiteSettings.GUEST_KEY, JSON, batches.get(index));
            answer.assertStatus(403);
            assertThat(answer.text())
                    .isEqualTo(answer.withId(
                            Problem.MAY_NOT_PUBLISH.json("the event at index " + index + " of the batch")));
        }
        assertThat(published()).isEqualTo(before);
        post(SuiteSettings.FAST_KEY, JSON, "[" + EVENT + "]").assertRefusedWith(Problem.MAY_NOT_PUBLISH);
    }

    /** If this fails, check that each event of a batch counts as a request. The plan allows three requests a second. */
    @Test
    default void p04_eachEventOfABatchCounts() {
        String three = "[" + EVENT + "," + EVENT + "," + EVENT + "]";
        inTheNextSecond(201, three);
        double before = published();
        Answer answer = inTheNextSecond(413, three.replace("[", "[" + EVENT + ","));
        assertThat(answer.text())
                .isEqualTo(answer.withId(Problem.TOO_LARGE.json("the plan allows at most 3 events in a second")));
        assertThat(published()).isEqualTo(before);
        assertThat(Metrics.of(server())
                        .sum("weir_requests_refused_total", "request=\"publish\"", "reason=\"too-large\""))
                .isPositive();
        inTheNextSecond(201, three); // uses up the plan's requests of this second
    }

    /** Publishes a batch repeatedly until the answer is not 429. Checks the answer's status. Returns the answer. */
    private Answer inTheNextSecond(int status, String batch) {
        AtomicReference<Answer> last = new AtomicReference<>();
        Eventually.is("the next second", () -> {
            last.set(post(SuiteSettings.SELDOM_KEY, JSON, batch));
            return last.get().status() != Problem.TOO_MANY_REQUESTS.status();
        });
        last.get().assertStatus(status);
        return last.get();
    }

    @Test
    default void p01_aRepeatedBatchAnswersTheFirstIds() {
        String key = "Idempotency-Key: " + UUID.randomUUID();
        double before = published();
        try (PublishingClient publisher = new PublishingClient(server())) {
            List<List<String>> answers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                answers.add(ids(publisher.post("/events", JSON, "[" + EVENT + "," + EVENT + "]", key)));
            }
            assertThat(answers.getFirst()).hasSize(2).isEqualTo(answers.getLast());
        }
        try (PublishingClient publisher = new PublishingClient(server())) {
            publisher.post("/events", JSON, EVENT, key).assertRefusedWith(Problem.KEY_REUSED);
        }
        assertThat(published() - before).isEqualTo(2);
    }

    private void assertRefusedAt(int index, Problem problem, String contentType, String body) {
        Answer answer = post(SuiteSettings.PUBLISHER_KEY, contentType, body);
        answer.assertStatus(problem.status());
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text())
                .isEqualTo(answer.withId(problem.json("the event at index " + index + " of the batch")));
    }

    /** Publishes on a new connection, because Tomcat closes a connection on which it has refused a request. */
    private Answer post(String key, String contentType, String body) {
        try (PublishingClient publisher = new PublishingClient(server(), key)) {
            return publisher.post("/events", contentType, body);
        }
    }

    private static List<String> ids(Answer answer) {
        answer.assertStatus(201);
        assertThat(answer.field("Content-Type")).isEqualTo("application/json");
        return JsonMapper.shared()
                .readTree(answer.text())
                .get("ids")
                .valueStream()
                .map(id -> id.asString())
                .toList();
    }

    private double published() {
        return server().meter("weir.events.published");
    }
}
