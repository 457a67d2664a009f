package dev.weir.events;

import static dev.weir.events.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import dev.weir.problem.Problem;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublisherTest {
    private static final long FIVE_MINUTES = Duration.ofMinutes(5).toNanos();
    private static final long MILLISECOND = Duration.ofMillis(1).toNanos();
    private static final Publication EVENT = new Publication("a", "t", "x");

    private final AtomicLong nanos = new AtomicLong(-7);
    private final EventLog log = new EventLog("e", 1000, Long.MAX_VALUE);
    private final Publisher publisher = new LogPublisher(log, nanos::get);
    private final Clients clients = clients();
    private final Client alice = client("192.0.2.1");
    private final Client bob = client("192.0.2.2");

    @Test
    void p01_anEventIsInTheLogWithTheIdThatIsAnswered() {
        assertThat(publish(alice, null)).isEqualTo("e-1");
        Batch batch = log.read(0, Topics.of(Set.of("a")), 1, 1);
        assertThat(batch.cursor()).isEqualTo("e-1");
        assertThat(ParsedStream.of(batch.sse()).messages()).containsExactly(new ParsedStream.Message("t", "x", "e-1"));
    }

    @Test
    void p01_withoutAKeyEachIsAnother() {
        assertThat(publish(alice, null)).isEqualTo("e-1");
        assertThat(publish(alice, null)).isEqualTo("e-2");
    }

    @Test
    void p01_aRepeatAnswersTheFirstIdAndAddsNothing() {
        String first = publish(alice, "k");
        publish(alice, null);
        assertThat(publish(alice, "k")).isEqualTo(first);
        assertThat(publisher
                        .publish(alice, List.of(new Publication("b", null, "y")), "k")
                        .join()
                        .first())
                .isEqualTo(first);
        assertThat(log.last()).isEqualTo(2);
    }

    @Test
    void p01_anotherKeyOrAnotherClientIsAnotherEvent() {
        Set<String> ids = Set.of(publish(alice, "k"), publish(alice, "K"), publish(alice, "k "), publish(bob, "k"));
        assertThat(ids).hasSize(4);
        assertThat(log.last()).isEqualTo(4);
    }

    /**
     * A publisher repeats an idempotency key. For five minutes after its first use, no new event is published. A repeat
     * must not extend this time. Otherwise a client that repeats without end could never publish a new event.
     */
    @Test
    void p01_afterFiveMinutesItIsAnotherEvent() {
        String first = publish(alice, "k");
        nanos.addAndGet(FIVE_MINUTES - MILLISECOND);
        assertThat(publish(alice, "k")).isEqualTo(first);
        nanos.addAndGet(MILLISECOND);
        String second = publish(alice, "k");
        assertThat(second).isNotEqualTo(first);
        nanos.addAndGet(FIVE_MINUTES - MILLISECOND);
        assertThat(publish(alice, "k")).isEqualTo(second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void p03_aKeyThatSaysNothingIsRefused(String key) {
        assertRefused(Problem.MALFORMED_EVENT, () -> publish(alice, key));
        assertThat(log.last()).isZero();
    }

    @Test
    void p03_aKeyHasAtMost255Characters() {
        assertThat(publish(alice, "k".repeat(255))).isEqualTo(publish(alice, "k".repeat(255)));
        assertRefused(Problem.MALFORMED_EVENT, () -> publish(alice, "k".repeat(256)));
        assertThat(log.last()).isOne();
    }

    @Test
    void p01_repeatsAtTheSameTimeAreOneEvent() throws Exception {
        List<Future<String>> ids = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int repeat = 0; repeat < 1000; repeat++) {
                String key = "k" + repeat / 8;
                ids.add(threads.submit(() -> key + publish(alice, key)));
            }
        }
        for (int repeat = 0; repeat < 1000; repeat++) {
            assertThat(ids.get(repeat).get()).isEqualTo(ids.get(repeat / 8 * 8).get());
        }
        assertThat(log.last()).isEqualTo(125);
    }

    @Test
    void p01_aBatchHasConsecutiveNumbersAndARepeatAnswersAllOfThem() {
        List<Publication> batch = List.of(EVENT, new Publication("b", null, "y"), EVENT);
        publish(alice, null);
        assertThat(publisher.publish(alice, batch, "k").join().all()).containsExactly("e-2", "e-3", "e-4");
        publish(alice, null);
        assertThat(publisher.publish(alice, batch, "k").join().all()).containsExactly("e-2", "e-3", "e-4");
        assertThat(log.last()).isEqualTo(5);
        assertThat(log.read(1, Topics.of(Set.of()), 9, 999).texts())
                .extracting(EventText::data)
                .containsExactly("x", "y", "x", "x");
    }

    /** Batches are published at the same time. If their events mix, check the lock of {@link EventLog}. */
    @Test
    void p01_batchesAtTheSameTimeDoNotMix() throws Exception {
        List<Future<List<String>>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int batch = 0; batch < 100; batch++) {
                Publication event = new Publication("a", null, "" + batch);
                answers.add(threads.submit(() -> publisher
                        .publish(alice, Collections.nCopies(9, event), null)
                        .join()
                        .all()));
            }
        }
        List<EventText> events =
                log.read(0, Topics.of(Set.of()), 1000, Long.MAX_VALUE).texts();
        for (int batch = 0; batch < 100; batch++) {
            String data = "" + batch;
            assertThat(events.stream()
                            .filter(event -> event.data().equals(data))
                            .map(EventText::id))
                    .containsExactlyElementsOf(answers.get(batch).get());
        }
    }

    private String publish(Client client, @Nullable String key) {
        return publisher.publish(client, List.of(EVENT), key).join().first();
    }

    private Client client(String address) {
        return clients.enter(null, InetAddress.ofLiteral(address), Use.SUBSCRIPTION);
    }

    private static Clients clients() {
        Throttle throttle = new Throttle(
                new TokenBucket(0, 0, 0),
                Chunk.Time.fixed(Duration.ofMillis(100)),
                (task, delayNanos) -> () -> {},
                () -> 0);
        Plan plan = new Plan("plan", 0, 0, 1, 9, 9, 9, false, true);
        return new Clients(throttle, List.of(), plan, new Clients.Limits(9, 9, 9), () -> 0);
    }
}
