package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Downloads of a large file that all run at once through the whole window: what counts is how many bytes each client
 * got in it, by the time they were received.
 *
 * <p>Confined to the generator's loop.
 */
public final class SteadyLoad {
    private final Generator generator;
    private final Target target;
    private final Window window;
    private final List<Client> clients = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private boolean brokenOff;

    /**
     * Starts nothing yet.
     *
     * @param connections of each client, in order; a client is one address
     */
    public SteadyLoad(Generator generator, Target target, Window window, List<Integer> connections) {
        this.generator = generator;
        this.target = target;
        this.window = window;
        connections.forEach(count -> clients.add(new Client(count)));
    }

    /** On the generator's loop. */
    public void start(Duration ramp) {
        for (int i = 0; i < clients.size(); i++) {
            generator.after(ramp.multipliedBy(i).dividedBy(clients.size()), clients.get(i)::start);
        }
    }

    /** Breaks off what is under way. On the generator's loop. */
    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    /** Bytes of each client inside the window, in the order of the clients. On the generator's loop. */
    public List<Long> bytesInWindow() {
        return clients.stream().map(client -> client.bytesInWindow).toList();
    }

    /** On the generator's loop. */
    public Map<String, Long> errors() {
        return Map.copyOf(errors);
    }

    private final class Client implements DownloadListener {
        private final int connections;
        private long bytesInWindow;

        Client(int connections) {
            this.connections = connections;
        }

        void start() {
            InetSocketAddress address = generator.freshAddress();
            for (int i = 0; i < connections; i++) {
                generator.download(target, address, this);
            }
        }

        @Override
        public void received(int bytes, long nowNanos) {
            if (window.contains(nowNanos)) {
                bytesInWindow += bytes;
            }
        }

        @Override
        public void finished(Timing timing) {
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
