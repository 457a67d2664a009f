package dev.weir.perf.load;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Downloads that wait until something happens: the rate is changed, or their clients leave. */
public final class DownloadStorms {
    private DownloadStorms() {}

    /**
     * Downloads, each of an address of its own, that all wait for their first grant, which comes at once when the rate is
     * changed: when did each see it?
     *
     * <p>Confined to the generator's loop.
     */
    public static final class ChangeLoad {
        private final Generator generator;
        private final Target target;
        private final List<Long> firstByteNanos = new ArrayList<>();
        private final Map<String, Long> errors = new TreeMap<>();
        private int finished;

        /** Starts nothing yet. */
        public ChangeLoad(Generator generator, Target target) {
            this.generator = generator;
            this.target = target;
        }

        /** On the generator's loop. */
        public void start(int downloads, Duration ramp) {
            for (int i = 0; i < downloads; i++) {
                generator.after(
                        ramp.multipliedBy(i).dividedBy(downloads),
                        () -> generator.download(target, generator.freshAddress(), new Waiter()));
            }
        }

        /** When the first byte of a body came, of each that got one. On the generator's loop. */
        public List<Long> firstByteNanos() {
            return List.copyOf(firstByteNanos);
        }

        /** Downloads that have all of their file. On the generator's loop. */
        public int finished() {
            return finished;
        }

        /** On the generator's loop. */
        public Map<String, Long> errors() {
            return Map.copyOf(errors);
        }

        private final class Waiter implements Download.Listener {
            private boolean served;

            @Override
            public void received(int bytes, long nowNanos) {
                if (!served) {
                    served = true;
                    firstByteNanos.add(nowNanos);
                }
            }

            @Override
            public void finished(ClosedLoop.Recorder.Timing timing) {
                finished++;
            }

            @Override
            public void failed(String reason) {
                errors.merge(reason, 1L, Long::sum);
            }
        }
    }

    /**
     * Downloads, each of an address of its own, whose clients leave before the end: every other by a reset, as a killed
     * process does, the others by closing.
     *
     * <p>Confined to the generator's loop.
     */
    public static final class LeavingLoad {
        private final Generator generator;
        private final Target target;
        private final List<Leaver> clients = new ArrayList<>();
        private final Map<String, Long> errors = new TreeMap<>();
        private long bytesReceived;
        private long left;

        /** Starts nothing yet. */
        public LeavingLoad(Generator generator, Target target) {
            this.generator = generator;
            this.target = target;
        }

        /** On the generator's loop. */
        public void start(int downloads, Duration ramp) {
            for (int i = 0; i < downloads; i++) {
                generator.after(ramp.multipliedBy(i).dividedBy(downloads), () -> clients.add(new Leaver()));
            }
        }

        /** Has each leave at a random moment of the window, which lies ahead. On the generator's loop. */
        public void leave(Window window, SplittableRandom random) {
            for (int i = 0; i < clients.size(); i++) {
                Leaver client = clients.get(i);
                boolean reset = i % 2 == 0;
                generator.at(random.nextLong(window.fromNanos(), window.toNanos()), () -> client.leave(reset));
            }
        }

        /** Of bodies. On the generator's loop. */
        public long bytesReceived() {
            return bytesReceived;
        }

        /** How many have left. On the generator's loop. */
        public long left() {
            return left;
        }

        /** What happened to those who had not left. On the generator's loop. */
        public Map<String, Long> errors() {
            return Map.copyOf(errors);
        }

        private final class Leaver implements Download.Listener {
            private final Channel channel;
            private boolean gone;

            Leaver() {
                Download download = new Download(target, this, System.nanoTime());
                channel = generator
                        .connect(target.address(), generator.freshAddress(), download)
                        .channel();
            }

            void leave(boolean reset) {
                if (!gone) {
                    gone = true;
                    left++;
                    channel.config().setOption(ChannelOption.SO_LINGER, reset ? 0 : -1);
                    var _ = channel.close();
                }
            }

            @Override
            public void received(int bytes, long nowNanos) {
                bytesReceived += bytes;
            }

            @Override
            public void finished(ClosedLoop.Recorder.Timing timing) {
                failed("the file ended: it is too small for this run");
            }

            @Override
            public void failed(String reason) {
                if (!gone) {
                    gone = true;
                    errors.merge(reason, 1L, Long::sum);
                }
            }
        }
    }
}
