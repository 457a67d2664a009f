package dev.weir.perf.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Downloads, each of an address of its own, that all wait for their first grant, which comes at once when the rate is
 * changed: when did each see it?
 *
 * <p>Confined to the generator's loop.
 */
public final class ChangeLoad {
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
                    () -> generator.download(target, generator.freshAddress(), new Client()));
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

    private final class Client implements Download.Listener {
        private boolean served;

        @Override
        public void received(int bytes, long nowNanos) {
            if (!served) {
                served = true;
                firstByteNanos.add(nowNanos);
            }
        }

        @Override
        public void finished(Recorder.Timing timing) {
            finished++;
        }

        @Override
        public void failed(String reason) {
            errors.merge(reason, 1L, Long::sum);
        }
    }
}
