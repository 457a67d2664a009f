package dev.weir.resilience.cluster;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.Waiting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Publishers of numbered events. Each publisher has a topic of its own, and uses the nodes in turn. It repeats an event
 * with the same {@code Idempotency-Key} until a node acknowledges the event. So subscribers must get every number once
 * and in order. Each publisher runs on a virtual thread. The public fields and methods may be used on any thread.
 */
final class NumberedPublishers implements AutoCloseable {
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);
    private static final Duration TO_ANSWER = Duration.ofSeconds(10);
    private static final Duration AVOIDED = Duration.ofSeconds(1);
    private static final Pattern ID = Pattern.compile("\\{\"id\":\"([^\"]+)-(\\d+)\"}");

    /** The number of publications that were answered with status 503. */
    final AtomicInteger refused = new AtomicInteger();

    final AtomicInteger withoutRetryAfter = new AtomicInteger();
    /** The number of events whose id was not greater than the id of the topic's previous event. */
    final AtomicInteger backwards = new AtomicInteger();

    final Set<String> epochs = ConcurrentHashMap.newKeySet();
    final Map<String, Long> errors = new ConcurrentHashMap<>();
    private final HttpClient client;
    private final List<InetSocketAddress> nodes;
    private final AtomicLongArray avoidedUntilNanos;
    private final Map<String, Publisher> publishers = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    NumberedPublishers(HttpClient client, List<InetSocketAddress> nodes) {
        this.client = client;
        this.nodes = nodes;
        avoidedUntilNanos = new AtomicLongArray(
                nodes.stream().mapToLong(_ -> System.nanoTime()).toArray());
    }

    /** Starts the publisher of a topic. The publisher ends after {@code most} events. */
    void start(String topic, double perSecond, int most) {
        Publisher publisher = new Publisher(topic, (long) (1e9 / perSecond), most);
        publishers.put(topic, publisher);
        threads.add(Thread.startVirtualThread(publisher::run));
    }

    /** Returns how many events of a topic were acknowledged. */
    int acknowledged(String topic) {
        Publisher publisher = publishers.get(topic);
        return publisher == null ? 0 : publisher.acknowledged;
    }

    int acknowledged() {
        return publishers.values().stream()
                .mapToInt(publisher -> publisher.acknowledged)
                .sum();
    }

    /** Returns whether each publisher is behind its schedule by less than {@link #BETWEEN_TRIES}. */
    boolean areInTime() {
        long nowNanos = System.nanoTime();
        return publishers.values().stream()
                .allMatch(publisher -> nowNanos - publisher.nextNanos < BETWEEN_TRIES.toNanos());
    }

    /**
     * Waits until each publisher has ended.
     *
     * @param now if true, each publisher ends after its current event. If false, each ends after its last planned event
     * @throws IllegalStateException if a publisher still runs after {@code patience}
     */
    void finish(boolean now, Duration patience) throws InterruptedException {
        stopped = now;
        if (!Waiting.holds(patience, () -> threads.stream().noneMatch(Thread::isAlive))) {
            throw new IllegalStateException("events are not acknowledged");
        }
    }

    /** Returns a request that publishes a text. A repeated request with the same key adds no second event. */
    static HttpRequest request(InetSocketAddress node, String topic, byte[] text, String key) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.getPort() + "/events?topic=" + topic))
                .timeout(TO_ANSWER)
                .header("Authorization", "Bearer " + EventLoad.TOKEN)
                .header("Content-Type", "text/plain")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofByteArray(text))
                .build();
    }

    @Override
    public void close() {
        stopped = true;
        threads.forEach(Thread::interrupt);
    }

    private final class Publisher {
        private final String topic;
        private final long periodNanos;
        private final int most;
        private volatile int acknowledged;
        private volatile long nextNanos = System.nanoTime();
        private long lastNumber;

        Publisher(String topic, long periodNanos, int most) {
            this.topic = topic;
            this.periodNanos = periodNanos;
            this.most = most;
        }

        void run() {
            try {
                long startNanos = System.nanoTime();
                for (int number = 0; number < most && !stopped; number++) {
                    long dueNanos = startNanos + number * periodNanos;
                    nextNanos = dueNanos;
                    Waiting.until(dueNanos);
                    publish(number, EventRecorder.text(dueNanos, number));
                    acknowledged = number + 1; // written by this thread alone
                }
            } catch (InterruptedException _) {
                // close() ends this publisher
            }
        }

        private void publish(int number, byte[] text) throws InterruptedException {
            for (int tried = 0; !publish(number, text, place(number + tried)); tried++) {
                Thread.sleep(BETWEEN_TRIES);
            }
        }

        /**
         * Returns the index of the node for attempt {@code turn}. The nodes are used in turn. A node that has just
         * failed is avoided for a second. In this case, returns the index of the node after it.
         */
        private int place(int turn) {
            int place = turn % nodes.size();
            return avoidedUntilNanos.get(place) - System.nanoTime() > 0 ? (place + 1) % nodes.size() : place;
        }

        private boolean publish(int number, byte[] text, int place) throws InterruptedException {
            try {
                HttpResponse<String> answer = client.send(
                        request(nodes.get(place), topic, text, topic + "-" + number),
                        HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 201) {
                    note(answer.body());
                    return true;
                } else if (answer.statusCode() == 503) {
                    refused.incrementAndGet();
                    if (answer.headers().firstValue("Retry-After").isEmpty()) {
                        withoutRetryAfter.incrementAndGet();
                    }
                } else {
                    errors.merge("publishing: status " + answer.statusCode(), 1L, Long::sum);
                }
            } catch (IOException _) {
                avoidedUntilNanos.set(place, System.nanoTime() + AVOIDED.toNanos());
            }
            return false;
        }

        private void note(String body) {
            Matcher id = ID.matcher(body);
            if (!id.matches()) {
                errors.merge("publishing: no id in " + body, 1L, Long::sum);
                return;
            }
            epochs.add(id.group(1));
            long idNumber = Long.parseLong(id.group(2));
            if (idNumber <= lastNumber) {
                backwards.incrementAndGet();
            }
            lastNumber = idNumber;
        }
    }
}
