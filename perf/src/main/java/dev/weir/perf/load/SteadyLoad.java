package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Downloads of a large file that all run at once through the whole window: what counts is how many bytes each client
 * got in it, by the time they were received.
 *
 * <p>Confined to the generator's loop.
 */
public final class SteadyLoad {
    private final Generator generator;
    private final Target target;
    private final List<Client> clients = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Histogram gapMicros = new Histogram(3);
    private Window window = Window.NEVER;
    private double bytesReceived;
    private boolean brokenOff;

    /**
     * Starts nothing yet.
     *
     * @param connections of each client, in order; a client is one address
     */
    public SteadyLoad(Generator generator, Target target, List<Integer> connections) {
        this.generator = generator;
        this.target = target;
        connections.forEach(count -> clients.add(new Client(count)));
    }

    public void start(Duration ramp) {
        generator.spread(clients.size(), ramp, i -> clients.get(i).start());
    }

    /** Has the clients counted in this window, which lies ahead. On the generator's loop. */
    public Window measure(Window ahead) {
        window = ahead;
        return ahead;
    }

    /** Breaks off what is under way. On the generator's loop. */
    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    /** By all, since the start. On the generator's loop. */
    public double bytesReceived() {
        return bytesReceived;
    }

    /** Bytes of each client inside the window, in the order of the clients. On the generator's loop. */
    public List<Long> bytesInWindow() {
        return clients.stream().map(client -> client.bytesInWindow).toList();
    }

    /**
     * Between one arrival and the next at the clients with one connection, in the window. What arrives in parts of one
     * write is one arrival to a user, and several here: the upper percentiles are those between grants. On the
     * generator's loop.
     */
    public Histogram gapMicros() {
        return gapMicros.copy();
    }

    public Map<String, Long> errors() {
        return Map.copyOf(errors);
    }

    private final class Client implements Download.Listener {
        private final int connections;
        private long bytesInWindow;
        private long lastNanos;

        Client(int connections) {
            this.connections = connections;
        }

        void start() {
            InetSocketAddress address = generator.freshAddress();
            for (int i = 0; i < connections; i++) {
                var _ = generator.download(target, address, this);
            }
        }

        @Override
        public void received(int bytes, long nowNanos) {
            bytesReceived += bytes;
            if (window.contains(nowNanos)) {
                bytesInWindow += bytes;
                if (connections == 1 && window.contains(lastNanos)) {
                    gapMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(nowNanos - lastNanos));
                }
            }
            lastNanos = nowNanos;
        }

        @Override
        public void finished(ClosedLoop.Recorder.Timing timing) {
            failed("the file ended: it is not throttled, or too small for this run");
        }

        @Override
        public void failed(String reason) {
            if (!brokenOff) {
                errors.merge(reason, 1L, Long::sum);
            }
        }
    }
}
