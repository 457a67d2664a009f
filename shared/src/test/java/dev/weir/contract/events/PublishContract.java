package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.AtOnce;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests publishing: the right to publish, the order of events, and their durability (rules P01, P02, P04, P05). */
public interface PublishContract extends ContractPart {
    String SELDOM = SuiteSettings.SELDOM_KEY;

    /**
     * If this fails, check that an event gets its id and its place in the log in one step. Also check that the answer
     * 201 comes after this step.
     */
    @Test
    default void p01_theOrderOfIdsIsTheOrderThatEverySubscriberSees() throws InterruptedException, ExecutionException {
        int publishers = 4;
        int each = 100;
        Map<String, String> published = new HashMap<>();
        try (EventStream one = EventStream.open(server(), "/events");
                EventStream other = EventStream.open(server(), "/events?topic=p0&topic=p1&topic=p2&topic=p3")) {
            AtOnce.run(publishers, publisher -> publish(publisher, each)).forEach(published::putAll);
            List<Event> seen = one.next(publishers * each);
            assertThat(other.next(publishers * each)).isEqualTo(seen);
            assertThat(seen.stream().collect(Collectors.toMap(Event::id, Event::data)))
                    .isEqualTo(published);
            try (EventStream again = EventStream.open(
                    server(), "/events", "Last-Event-ID: " + one.opening().id())) {
                assertThat(again.next(publishers * each)).isEqualTo(seen);
            }
            for (int i = 0; i < publishers; i++) {
                String prefix = i + " ";
                assertThat(seen.stream().map(Event::data).filter(data -> data.startsWith(prefix)))
                        .isEqualTo(PublishingClient.numbers(0, each, "").stream()
                                .map(prefix::concat)
                                .toList());
            }
        }
    }

    /**
     * Publishes {@code count} events as publisher {@code number}, to this publisher's own topic.
     *
     * @return the data of the events, by their ids
     */
    private Map<String, String> publish(int number, int count) {
        Map<String, String> published = new HashMap<>();
        try (PublishingClient publisher = new PublishingClient(server())) {
            for (int i = 0; i < count; i++) {
                published.put(publisher.text("p" + number, number + " " + i), number + " " + i);
            }
        }
        return published;
    }

    @Test
    default void p01_aRepeatAnswersTheFirstId() {
        try (EventStream stream = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server());
                PublishingClient other = new PublishingClient(server(), SELDOM)) {
            String key = UUID.randomUUID().toString();
            String id = once(publisher, key);
            assertThat(once(publisher, key)).isEqualTo(id);
            String second = once(publisher, key + "-2");
            Eventually.is(
                    "the next second",
                    () -> other.post("/events", "text/plain", "other").status() == 201);
            String others = once(other, key);
            String without = publisher.text("any", "data");
            assertThat(stream.next(5))
                    .extracting(Event::id)
                    .contains(id, second, others, without)
                    .doesNotHaveDuplicates();
        }
    }

    /**
     * If this fails, check that only one of the requests with the same {@code Idempotency-Key} publishes an event. All
     * these requests must get the id of this event.
     */
    @Test
    default void p01_oneOfSimultaneousRepeatsIsPublished() throws InterruptedException, ExecutionException {
        double before = published();
        String key = UUID.randomUUID().toString();
        List<String> ids = AtOnce.run(16, i -> {
            try (PublishingClient publisher = new PublishingClient(server())) {
                return once(publisher, key);
            }
        });
        assertThat(ids).containsOnly(ids.getFirst());
        assertThat(published() - before).isEqualTo(1);
    }

    @Test
    default void p02_aClientThatMayNotPublishIsRefused() {
        double before = published();
        server().ask("POST", "/events", "Content-Type: text/plain", "Content-Length: 0")
                .assertRefusedWith(Problem.NO_KEY);
        assertRefused("nobody", Problem.UNKNOWN_KEY);
        assertRefused(SuiteSettings.FAST_KEY, Problem.MAY_NOT_PUBLISH);
        assertRefused(SuiteSettings.BLOCKED_KEY, Problem.BLOCKED);
        assertThat(published()).isEqualTo(before);
    }

    @Test
    default void p04_overThePlansRequestsASecondIsRefused() {
        try (PublishingClient publisher = new PublishingClient(server(), SELDOM)) {
            Eventually.is(
                    "the next second",
                    () -> publisher.post("/events", "text/plain", "").status() == 201);
            double before = published();
            int accepted = 0;
            Answer answer = publisher.post("/events", "text/plain", "");
            for (; accepted < 1000 && answer.status() == 201; accepted++) {
                answer = publisher.post("/events", "text/plain", "");
            }
            answer.assertRefusedWith(Problem.TOO_MANY_REQUESTS);
            assertThat(answer.field("Retry-After")).matches("[1-9][0-9]*");
            assertThat(published() - before).isEqualTo(accepted);
        }
    }

    @Test
    default void p05_anAcknowledgedEventIsThere() {
        try (EventStream stream = EventStream.open(server(), "/events")) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                try (PublishingClient publisher = new PublishingClient(server())) { // closed after each event
                    ids.add(publisher.text("numbers", "" + i));
                }
            }
            Answer answer =
                    server().get("/events/next?max=50&after=" + stream.opening().id());
            assertThat(answer.field("Weir-Cursor")).isEqualTo(ids.getLast());
            assertThat(stream.next(50)).extracting(Event::id).isEqualTo(ids);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"})
    default void p03_anyOtherMethodIsRefused(String method) {
        Answer answer = server().ask(method, "/events");
        answer.assertStatus(405);
        assertThat(answer.field("Allow")).isEqualTo("GET, HEAD, POST");
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text()).isEqualTo(answer.textOf(Problem.METHOD_NOT_ALLOWED));
    }

    private void assertRefused(String key, Problem problem) {
        try (PublishingClient publisher = new PublishingClient(server(), key)) {
            publisher.post("/events", "text/plain", "data").assertRefusedWith(problem);
        }
    }

    private static String once(PublishingClient publisher, String key) {
        return PublishingClient.id(publisher.post("/events", "text/plain", "data", "Idempotency-Key: " + key));
    }

    private double published() {
        return server().meter("weir.events.published");
    }
}
