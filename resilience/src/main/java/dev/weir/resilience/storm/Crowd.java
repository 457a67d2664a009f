package dev.weir.resilience.storm;

import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Check;
import dev.weir.perf.result.Checks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Simulates many clients, each in a virtual thread, and counts the outcomes of their work. Thread-safe. */
final class Crowd implements AutoCloseable {
    static final String UNDER_WAY = "still under way";

    private final List<Thread> threads = new ArrayList<>();
    private final Map<String, Long> outcomes = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile boolean closed;

    interface Visit {
        /** Makes visit {@code number}, counted from 0. Returns its outcome. An exception's text is also an outcome. */
        String call(int number) throws IOException, InterruptedException;
    }

    private Crowd(int count, Duration ramp, boolean again, int visits, Visit visit) {
        for (int i = 0; i < count; i++) {
            Duration delay = ramp.multipliedBy(i).dividedBy(count);
            threads.add(Thread.startVirtualThread(() -> live(delay, again, visits, visit)));
        }
    }

    /** Starts {@code count} clients, evenly spread over the time {@code ramp}. Each client calls {@code visit} once. */
    static Crowd of(int count, Duration ramp, Visit visit) {
        return new Crowd(count, ramp, false, count, visit);
    }

    /** Like {@link #of}, but each client calls {@code visit} again and again until {@link #close}. */
    static Crowd endless(int count, Duration ramp, Visit visit) {
        return new Crowd(count, ramp, true, Integer.MAX_VALUE, visit);
    }

    static Crowd repeated(int count, int visits, Visit visit) {
        return new Crowd(count, Duration.ZERO, true, visits, visit);
    }

    private void live(Duration delay, boolean again, int visits, Visit visit) {
        try {
            Thread.sleep(delay);
            do {
                int number = numbers.getAndIncrement();
                if (number >= visits) {
                    return;
                }
                once(number, visit);
            } while (again && !closed);
        } catch (InterruptedException _) {
            // close() interrupted this client.
        }
    }

    private void once(int number, Visit visit) throws InterruptedException {
        try {
            count(visit.call(number));
        } catch (IOException e) {
            if (!closed) {
                count(String.valueOf(e.getMessage()));
            }
        } catch (RuntimeException e) {
            count(e.toString());
        }
    }

    private void count(String outcome) {
        outcomes.merge(outcome, 1L, Long::sum);
    }

    Map<String, Long> await(Duration patience) throws InterruptedException {
        Waiting.holds(patience, () -> threads.stream().noneMatch(Thread::isAlive));
        long underWay = threads.stream().filter(Thread::isAlive).count();
        Map<String, Long> all = except();
        if (underWay > 0) {
            all.put(UNDER_WAY, underWay);
        }
        return all;
    }

    long counted(String outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    Map<String, Long> except(String... expected) {
        Map<String, Long> others = new TreeMap<>(outcomes);
        others.keySet().removeAll(List.of(expected));
        return others;
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        try {
            await(Duration.ofSeconds(10));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    static final class Newcomers {
        private static final int COUNT = 100;
        private static final double MOST_MILLIS = 1_000;
        private static final int FIRST = 3_000_000;
        private static final String SMALL = "newcomers.bin";

        static void warm(Stage stage) throws IOException, InterruptedException {
            come(stage, new Checks(), ", before");
        }

        static void come(Stage stage, Checks checks, String when) throws IOException, InterruptedException {
            byte[] body = stage.target(SMALL, 4 << 10).body().bytes();
            List<Long> micros = Collections.synchronizedList(new ArrayList<>());
            try (Crowd crowd = Crowd.of(COUNT, Duration.ofMillis(1), number -> {
                long startNanos = System.nanoTime();
                String outcome = Fetch.once(stage, FIRST + number, SMALL, body);
                micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos));
                return outcome;
            })) {
                stage.say("newcomers" + when, crowd.await(Duration.ofSeconds(20)));
                checks.exactly("newcomers served" + when, crowd.counted(Fetch.WHOLE), COUNT);
                double slowest = micros.size() < COUNT ? Double.POSITIVE_INFINITY : Check.millis(micros, 100);
                checks.atMost("slowest newcomer" + when, slowest, MOST_MILLIS, "ms");
                checks.holds("readiness is up" + when, isReady(stage));
            }
        }

        private static boolean isReady(Stage stage) {
            try {
                return RawSocket.status(stage.management(), FIRST, RawSocket.get("/actuator/health/readiness")) == 200;
            } catch (IOException _) {
                return false;
            }
        }
    }
}
