package dev.weir.perf.site;

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

/** Many clients, a virtual thread each, and what came of each in its own words. Thread-safe. */
public final class Crowd implements AutoCloseable {
    private static final Duration TO_STOP = Duration.ofSeconds(10);

    private final List<Thread> threads = new ArrayList<>();
    private final Map<String, Long> outcomes = new ConcurrentHashMap<>();
    private final AtomicInteger under = new AtomicInteger();
    private volatile boolean closed;

    /** What one client does, in a virtual thread of its own. */
    @FunctionalInterface
    public interface Client {
        /**
         * Does it once.
         *
         * @return what came of it, in few words, since it is counted by them
         */
        String call(int number) throws IOException, InterruptedException;
    }

    private Crowd() {}

    /** Has so many come, spread over the ramp; each does it once. */
    public static Crowd of(int count, Duration ramp, Client client) {
        Crowd crowd = new Crowd();
        for (int i = 0; i < count; i++) {
            int number = i;
            crowd.start(ramp.multipliedBy(i).dividedBy(count), () -> crowd.once(number, client));
        }
        return crowd;
    }

    /** Starts {@code count} clients over the ramp; each repeats its call, with a new number each time, until it is closed. */
    public static Crowd endless(int count, Duration ramp, Client client) {
        Crowd crowd = new Crowd();
        AtomicInteger numbers = new AtomicInteger();
        for (int i = 0; i < count; i++) {
            crowd.start(ramp.multipliedBy(i).dividedBy(count), () -> {
                while (!crowd.closed) {
                    crowd.once(numbers.getAndIncrement(), client);
                }
            });
        }
        return crowd;
    }

    private void start(Duration delay, Runnable life) {
        under.incrementAndGet();
        threads.add(Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(delay);
                life.run();
            } catch (InterruptedException _) {
                // It was stopped before it came.
            } finally {
                under.decrementAndGet();
            }
        }));
    }

    private void once(int number, Client client) {
        try {
            count(client.call(number));
        } catch (IOException e) {
            if (!closed) {
                count(String.valueOf(e.getMessage()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            count(e.toString());
        }
    }

    /** Counts something that a client meets on its way. */
    public void count(String outcome) {
        outcomes.merge(outcome, 1L, Long::sum);
    }

    /** Waits until all are through, or time is; then those who are not are counted as under way. */
    public Map<String, Long> await(Duration patience) throws InterruptedException {
        Waiting.holds(patience, () -> under.get() == 0);
        Map<String, Long> all = new TreeMap<>(outcomes);
        if (under.get() > 0) {
            all.put("still under way", (long) under.get());
        }
        return all;
    }

    public long counted(String outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /** What was counted so far, but for these. */
    public Map<String, Long> except(String... expected) {
        Map<String, Long> others = new TreeMap<>(outcomes);
        others.keySet().removeAll(List.of(expected));
        return others;
    }

    /** Stops all; an interrupted virtual thread's socket is closed. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        try {
            await(TO_STOP);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A hundred new clients, all at once, who ask for a small file while somebody attacks: are they served? */
    public static final class Newcomers {
        private static final int COUNT = 100;
        private static final int BYTES = 4 << 10;
        private static final Duration PATIENCE = Duration.ofSeconds(20);
        private static final double MOST_MILLIS = 1_000;
        private static final int FIRST = 3_000_000;
        private static final String SMALL = "newcomers.bin";
        private static final String READINESS = Wire.get("/actuator/health/readiness");

        private Newcomers() {}

        /** Has them come, for a server that is to get warm. */
        public static void warm(Site site) throws IOException, InterruptedException {
            come(site, new Findings(), ", before");
        }

        /** Has them come, and asks for readiness; the name of each figure ends with {@code when}. */
        public static void come(Site site, Findings found, String when) throws IOException, InterruptedException {
            byte[] body = site.target(SMALL, BYTES).body().bytes();
            List<Long> micros = Collections.synchronizedList(new ArrayList<>());
            try (Crowd crowd = Crowd.of(COUNT, Duration.ofMillis(1), number -> {
                long startNanos = System.nanoTime();
                String outcome = Fetch.once(site, FIRST + number, SMALL, body);
                micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos));
                return outcome;
            })) {
                site.say("newcomers" + when, crowd.await(PATIENCE));
                found.exactly("newcomers served" + when, crowd.counted(Fetch.WHOLE), COUNT);
                double slowest = micros.size() < COUNT ? Double.POSITIVE_INFINITY : Figure.millis(micros, 100);
                found.atMost("the slowest of them" + when, slowest, MOST_MILLIS, "ms");
                found.holds("readiness is up" + when, isReady(site));
            }
        }

        private static boolean isReady(Site site) {
            try {
                return Wire.status(site.management(), FIRST, READINESS) == 200;
            } catch (IOException _) {
                return false;
            }
        }
    }
}
