package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that threads that read one event log share batches (E08). If a test fails, check that {@link ConcurrentReads}
 * reads and shares under its lock.
 */
class ConcurrentReadsTest {
    private static final int THREADS = 8;
    private static final int EVENTS = 5_000;
    private static final int PLACES = 200;

    private final EventLog log = new EventLog("e", 10 * EVENTS, Long.MAX_VALUE);
    private final ConcurrentReads reads = new ConcurrentReads(log);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static Reading all() {
        return new Reading(Topics.of(List.of()), 0, Integer.MAX_VALUE, Duration.ZERO, false);
    }

    @Test
    void e08_threadsAtTheSamePlaceShareTheBatchAndItsBytes() throws Exception {
        log.append("a", null, "one");
        log.append("a", null, "two");
        List<Batch> batches = onAllThreads(() -> reads.read(all(), 0));
        assertThat(batches).allSatisfy(batch -> {
            assertThat(batch).isSameAs(batches.getFirst());
            assertThat(batch.sse()).isSameAs(batches.getFirst().sse());
        });
    }

    @Test
    void e05_anotherPlaceIsReadForItself() {
        log.append("a", null, "one");
        log.append("b", null, "two");
        assertThat(reads.read(all(), 1).texts()).extracting(EventText::data).containsExactly("two");
        Reading ofA = new Reading(Topics.of(List.of("a")), 0, 1, Duration.ZERO, false);
        assertThat(reads.read(ofA, 0).texts()).extracting(EventText::data).containsExactly("one");
        assertThat(reads.read(all(), 0).texts()).extracting(EventText::data).containsExactly("one", "two");
    }

    /** Each thread must see each event once, even though {@link ConcurrentReads} often empties its cache of batches. */
    @Test
    void e03_everyThreadSeesEachEventOnceWhileOthersAreAppended() throws Exception {
        Future<?> appends = threads.submit(() -> {
            for (int event = 1; event <= EVENTS; event++) {
                log.append("a", null, "" + event);
            }
        });
        List<List<Long>> seen = onAllThreads(this::follow);
        appends.get();
        for (List<Long> numbers : seen) {
            assertThat(numbers).hasSize(EVENTS).isSorted().doesNotHaveDuplicates();
        }
    }

    private List<Long> follow() {
        List<Long> numbers = new ArrayList<>();
        long after = 0;
        for (int read = 0; numbers.size() < EVENTS; read++) {
            Batch batch = reads.read(all(), after);
            batch.texts().forEach(event -> numbers.add(Long.parseLong(event.data())));
            after = batch.next();
            assertThat(reads.read(all(), read % PLACES % (after + 1)).size()).isNotNegative();
        }
        return numbers;
    }

    private <T> List<T> onAllThreads(Callable<T> task) throws Exception {
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            running.add(threads.submit(task));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> one : running) {
            results.add(one.get());
        }
        return results;
    }
}
