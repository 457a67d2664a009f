package dev.weir.resilience.cluster;

import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.SingleRequest.FileListener;
import dev.weir.perf.load.SingleRequest.Timing;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.trial.SoapKeys;
import dev.weir.soap.SoapCall;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the downloads and sends the SOAP messages of a {@link RedisCheck}. Any thread may read the fields. */
final class RedisLoad implements AutoCloseable {
    private static final Duration BETWEEN_CALLS = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final Map<String, Long> errors = new ConcurrentHashMap<>();
    final AtomicInteger replayed = new AtomicInteger();
    private final Nodes nodes;
    private final SoapCall caller = SoapKeys.ofThisRun().caller();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger keys = new AtomicInteger();
    private final List<List<LongAdder>> bytes; // received, for each client and each node
    private volatile SoapCall.@Nullable Request repeated; // null until a new one is accepted
    private final Thread calling = Thread.ofVirtual().unstarted(this::call);

    record Mark(long nanos, List<List<Long>> bytes, int accepted, int refused) {}

    RedisLoad(Nodes nodes, int clients) {
        this.nodes = nodes;
        bytes = IntStream.range(0, clients)
                .mapToObj(_ ->
                        Stream.generate(LongAdder::new).limit(nodes.count()).toList())
                .toList();
    }

    void start() throws IOException, InterruptedException {
        for (List<LongAdder> client : bytes) {
            InetSocketAddress source = nodes.ask(nodes.generator::freshAddress);
            for (int node = 0; node < nodes.count(); node++) {
                download(nodes.huge(nodes.get(node)), source, client.get(node));
            }
        }
        calling.start();
    }

    private void download(Target target, InetSocketAddress source, LongAdder received) {
        nodes.generator.execute(() -> nodes.generator.download(target, source, new FileListener() {
            @Override
            public void received(int count, long nowNanos) {
                received.add(count);
            }

            @Override
            public void finished(Timing timing) {
                download(target, source, received);
            }

            @Override
            public void failed(String reason) {
                errors.merge("download: " + reason, 1L, Long::sum);
            }
        }));
    }

    Mark mark() {
        List<List<Long>> sums = bytes.stream()
                .map(client -> client.stream().map(LongAdder::sum).toList())
                .toList();
        return new Mark(System.nanoTime(), sums, accepted.get(), refused.get());
    }

    private void call() {
        try {
            for (int turn = 0; ; turn++) {
                InetSocketAddress node = nodes.get(turn % nodes.count()).address();
                SoapCall.Request fresh = message();
                int status = status(CopyCheck.call(node, fresh));
                switch (status) {
                    case 200 -> accepted.incrementAndGet();
                    case 503 -> refused.incrementAndGet();
                    default -> errors.merge("SOAP: status " + status, 1L, Long::sum);
                }
                SoapCall.Request old = repeated;
                if (old == null && status == 200) {
                    old = fresh;
                    repeated = fresh;
                }
                if (old != null && status(CopyCheck.call(node, old)) == 200) {
                    replayed.incrementAndGet();
                }
                Thread.sleep(BETWEEN_CALLS);
            }
        } catch (InterruptedException _) {
            // close() ends this thread
        }
    }

    /** Stops repeating the last message, which may expire. Blocks until there is a new accepted message to repeat. */
    void repeatAnother() throws InterruptedException {
        repeated = null;
        if (!Waiting.holds(PATIENCE, () -> repeated != null)) {
            throw new IllegalStateException("no SOAP message was accepted within " + PATIENCE);
        }
    }

    private SoapCall.Request message() {
        return caller.plus(1, 2, Instant.now());
    }

    /** Sends the request. Returns the status of the answer, or 0 if no answer comes. */
    private int status(HttpRequest request) throws InterruptedException {
        try {
            return nodes.client
                    .send(request, HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            errors.merge("no answer: " + e, 1L, Long::sum);
            return 0;
        }
    }

    /** Publishes an event at a node and sends a SOAP message to it. Returns whether the node accepts both. */
    boolean works(int node) throws InterruptedException {
        InetSocketAddress address = nodes.get(node).address();
        String key = "probe-" + keys.incrementAndGet();
        return status(NumberedPublishers.request(address, "probes", EventRecorder.text(0, 0), key)) == 201
                && status(CopyCheck.call(address, message())) == 200;
    }

    @Override
    public void close() {
        calling.interrupt();
    }
}
