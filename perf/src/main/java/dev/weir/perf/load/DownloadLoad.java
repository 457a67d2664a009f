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

/** A load of simultaneous downloads. Each client has its own IP address. Runs on the generator's event loop. */
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

    /** Client {@code i} opens {@code connections.get(i)} connections. The end of a download counts as an error. */
    public static DownloadLoad endless(Generator generator, Target target, List<Integer> connections) {
        return new DownloadLoad(generator, target, connections, false);
    }

    public static DownloadLoad endless(Generator generator, Target target, int clients) {
        return endless(generator, target, Collections.nCopies(clients, 1));
    }

    public static DownloadLoad finite(Generator generator, Target target, int clients) {
        return new DownloadLoad(generator, target, Collections.nCopies(clients, 1), true);
    }

    public DownloadLoad start(Duration ramp) {
        generator.execute(
                () -> generator.spread(clients.size(), ramp, i -> clients.get(i).start()));
        return this;
    }

    public Window measure(Window ahead) {
        window = ahead;
        return ahead;
    }

    /** Makes each client disconnect at a random time in {@code ahead}. Half of the clients send a TCP reset. */
    public void leave(Window ahead, SplittableRandom random) {
        for (int i = 0; i < clients.size(); i++) {
            Client client = clients.get(i);
            boolean reset = i % 2 == 0;
            generator.at(random.nextLong(ahead.fromNanos(), ahead.toNanos()), () -> client.leave(reset));
        }
    }

    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    public long bytesReceived() {
        return bytesReceived;
    }

    public List<Long> bytesInWindow() {
        return clients.stream().map(client -> client.inWindow.bytes).toList();
    }

    /** Returns each client's bytes, smoothed by {@link Received#steady}. A throttle grant has {@code grant} bytes. */
    public List<Double> steadyBytes(double grant) {
        return clients.stream()
                .map(client -> client.inWindow.steady(window, grant))
                .toList();
    }

    /** Returns the microseconds between consecutive reads of a client. Includes only clients with one connection. */
    public Histogram gapMicros() {
        return gapMicros.copy();
    }

    public List<Long> firstByteNanos() {
        return List.copyOf(firstByteNanos);
    }

    public int finished() {
        return finished;
    }

    public long left() {
        return left;
    }

    public Map<String, Long> errors() {
        return Map.copyOf(errors);
    }

    /** The bytes that a client received in the window. */
    static final class Received {
        private long bytes;
        // Over all bytes: the means of arrival time and byte number, and the sums of squared and mixed deviations.
        private double seconds;
        private double number;
        private double variance;
        private double covariance;

        void add(int more, long nanos) {
            double later = nanos / 1e9 - seconds;
            double further = bytes + more / 2.0 - number;
            bytes += more;
            seconds += later * more / bytes;
            number += further * more / bytes;
            variance += more * later * (nanos / 1e9 - seconds);
            covariance += more * later * (bytes - more / 2.0 - number);
        }

        /**
         * Returns the number of received bytes, smoothed, so that a throttle grant at the window's edge matters
         * little. Fits a line to the bytes over time, and multiplies the slope by the window's length. Does not smooth
         * if this would change the number by more than {@code 2 * grant}, or if all bytes came at the same time.
         */
        double steady(Window window, double grant) {
            double steady = covariance / variance * window.seconds();
            return Math.abs(steady - bytes) <= 2 * grant ? steady : bytes;
        }
    }

    private final class Client implements SingleRequest.FileListener {
        private final int connections;
        private final List<SingleRequest.FileDownload> downloads = new ArrayList<>();
        private final Received inWindow = new Received();
        private boolean over;
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
                inWindow.add(bytes, nowNanos - window.fromNanos());
                if (connections == 1 && window.contains(lastNanos)) {
                    gapMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(nowNanos - lastNanos));
                }
            }
            lastNanos = nowNanos;
        }

        @Override
        public void finished(SingleRequest.Timing timing) {
            if (mayFinish) {
                over = true;
                finished++;
            } else {
                failed("a download ended: it is not throttled, or the file is too small for this run");
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
