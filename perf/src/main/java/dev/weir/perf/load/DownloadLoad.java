package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Clients that all download at once, each from an address of its own, until they have the file or leave.
 *
 * <p>A byte counts in the window in which it was received. Confined to the generator's loop.
 */
public final class DownloadLoad {
    private final Generator generator;
    private final Target target;
    private final boolean mayFinish;
    private final List<Client> clients = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Histogram gapMicros = new Histogram(3);
    private final List<Long> firstByteNanos = new ArrayList<>();
    private Window window = Window.NEVER;
    private long bytesReceived;
    private int finished;
    private long left;
    private boolean brokenOff;

    private DownloadLoad(Generator generator, Target target, List<Integer> connections, boolean mayFinish) {
        this.generator = generator;
        this.target = target;
        this.mayFinish = mayFinish;
        connections.forEach(count -> clients.add(new Client(count)));
    }

    /**
     * Downloads of a file that is too large to finish: its end is an error. Nothing starts yet.
     *
     * @param connections the number of connections of each client, in order
     */
    public static DownloadLoad endless(Generator generator, Target target, List<Integer> connections) {
        return new DownloadLoad(generator, target, connections, false);
    }

    /**
     * Creates a load in which each client makes one download. The end of the file is not an error. {@link #start} starts the
     * clients.
     */
    public static DownloadLoad finite(Generator generator, Target target, int clients) {
        return new DownloadLoad(generator, target, Collections.nCopies(clients, 1), true);
    }

    /** Starts the clients, evenly spread over the ramp. */
    public void start(Duration ramp) {
        generator.spread(clients.size(), ramp, i -> clients.get(i).start());
    }

    /** Counts the bytes of each client in this window, which lies ahead. */
    public Window measure(Window ahead) {
        window = ahead;
        return ahead;
    }

    /** Each client leaves at a random moment of the window: every other one by a TCP reset, the rest by a close. */
    public void leave(Window ahead, SplittableRandom random) {
        for (int i = 0; i < clients.size(); i++) {
            Client client = clients.get(i);
            boolean reset = i % 2 == 0;
            generator.at(random.nextLong(ahead.fromNanos(), ahead.toNanos()), () -> client.leave(reset));
        }
    }

    /** Closes every connection of the generator. From now on nothing is an error. */
    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    /** Bytes of bodies that all clients received since the start. */
    public long bytesReceived() {
        return bytesReceived;
    }

    /** Bytes inside the window, in the order of the clients. */
    public List<Long> bytesInWindow() {
        return clients.stream().map(client -> client.bytesInWindow).toList();
    }

    /**
     * The gaps between two arrivals in the window, of the clients with one connection. One write of the server may arrive
     * in several parts, so the upper percentiles are the gaps between grants.
     */
    public Histogram gapMicros() {
        return gapMicros.copy();
    }

    /**
     * The time at which each client received its first body byte, by {@link System#nanoTime}. The times are in order of
     * arrival. A client that received no body byte has no entry.
     */
    public List<Long> firstByteNanos() {
        return List.copyOf(firstByteNanos);
    }

    /** Downloads that have the whole file. */
    public int finished() {
        return finished;
    }

    /** Clients that have left. */
    public long left() {
        return left;
    }

    /** Errors of the clients that had not left, by reason. */
    public Map<String, Long> errors() {
        return Map.copyOf(errors);
    }

    private final class Client implements SingleRequest.FileListener {
        private final int connections;
        private final List<SingleRequest.FileDownload> downloads = new ArrayList<>();
        private boolean over;
        private long bytesInWindow;
        private long lastNanos;

        Client(int connections) {
            this.connections = connections;
        }

        void start() {
            InetSocketAddress address = generator.freshAddress();
            for (int i = 0; i < connections; i++) {
                downloads.add(generator.download(target, address, this));
            }
        }

        void leave(boolean reset) {
            if (!over && !downloads.isEmpty()) {
                over = true;
                left++;
                downloads.forEach(download -> download.leave(reset));
            }
        }

        @Override
        public void received(int bytes, long nowNanos) {
            if (lastNanos == 0) {
                firstByteNanos.add(nowNanos);
            }
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
            if (mayFinish) {
                over = true;
                finished++;
            } else {
                failed("the file ended: it is not throttled, or too small for this run");
            }
        }

        @Override
        public void failed(String reason) {
            over = true;
            if (!brokenOff) {
                errors.merge(reason, 1L, Long::sum);
            }
        }
    }
}
