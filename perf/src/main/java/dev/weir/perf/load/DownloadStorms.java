package dev.weir.perf.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Downloads, each of an address of its own, that wait until something happens: the rate is changed, or their clients
 * leave. Confined to the generator's loop.
 */
public abstract sealed class DownloadStorms {
    final Map<String, Long> errors = new TreeMap<>();
    private final Generator generator;
    private final Target target;

    private DownloadStorms(Generator generator, Target target) {
        this.generator = generator;
        this.target = target;
    }

    /** Has so many start, one after the other. On the generator's loop. */
    public final void start(int downloads, Duration ramp) {
        generator.spread(downloads, ramp, _ -> client());
    }

    /** What happened to those who had not left. On the generator's loop. */
    public final Map<String, Long> errors() {
        return Map.copyOf(errors);
    }

    /** One more client, who starts. */
    abstract void client();

    final Download download(Download.Listener client) {
        return generator.download(target, generator.freshAddress(), client);
    }

    /** All wait for their first grant, which comes at once when the rate is changed: when did each see it? */
    public static final class ChangeLoad extends DownloadStorms {
        private final List<Long> firstByteNanos = new ArrayList<>();
        private int finished;

        /** Starts nothing yet. */
        public ChangeLoad(Generator generator, Target target) {
            super(generator, target);
        }

        /** When the first byte of a body came, of each that got one. On the generator's loop. */
        public List<Long> firstByteNanos() {
            return List.copyOf(firstByteNanos);
        }

        /** Downloads that have all of their file. On the generator's loop. */
        public int finished() {
            return finished;
        }

        @Override
        void client() {
            var _ = download(new Download.Listener() {
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
            });
        }
    }

    /** Clients leave before the end: every other by a reset, as a killed process does, the others by closing. */
    public static final class LeavingLoad extends DownloadStorms {
        private final Generator generator;
        private final List<Leaver> clients = new ArrayList<>();
        private long bytesReceived;
        private long left;

        /** Starts nothing yet. */
        public LeavingLoad(Generator generator, Target target) {
            super(generator, target);
            this.generator = generator;
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

        @Override
        void client() {
            clients.add(new Leaver());
        }

        private final class Leaver implements Download.Listener {
            private final Download download = download(this);
            private boolean gone;

            void leave(boolean reset) {
                if (!gone) {
                    gone = true;
                    left++;
                    download.leave(reset);
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
