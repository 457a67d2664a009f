package dev.weir.perf.trial;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Prints the state of a run and the time left, and waits. A terminal shows one line, which is rewritten every
 * second. Other output gets a line every ten seconds.
 */
public final class Progress {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final PrintStream out;
    private final boolean terminal;
    private final List<Duration> planned;
    private int trial;
    private String name = "";
    private long trialNanos;
    private long lineNanos;
    /** The last reason to wait. It is printed once, even when the wait has several parts. */
    private String awaited = "";

    /** Prints to {@code out}. The list holds the planned duration of each trial, in order. */
    public static Progress of(PrintStream out, List<Duration> planned) {
        return new Progress(out, isTerminal(), planned);
    }

    Progress(PrintStream out, boolean terminal, List<Duration> planned) {
        this.out = out;
        this.terminal = terminal;
        this.planned = planned;
    }

    /** Looks only at standard output. {@link System#console()} also needs a terminal on standard input. */
    private static boolean isTerminal() {
        try {
            return Path.of("/proc/self/fd/1").toRealPath().startsWith("/dev/pts");
        } catch (IOException _) {
            return false;
        }
    }

    public void trial(String trialName) {
        trial++;
        name = trialName;
        awaited = "";
        trialNanos = System.nanoTime();
    }

    public void say(String what) {
        lineNanos = System.nanoTime();
        String line = "[%d/%d] %-14s %-36s %s left".formatted(trial, planned.size(), name, what, text(left()));
        out.print(terminal ? "\r" + line + "\u001b[K" : line + "\n");
        out.flush();
    }

    /** Prints a trial's outcome on a line that stays above the progress of the next trial. */
    public void over(String outcome) {
        // The unused planned time of a trial that ends early is dropped.
        trialNanos = System.nanoTime() - planned.get(trial - 1).toNanos();
        say(outcome);
        if (terminal) {
            out.println();
        }
    }

    /** Waits until an instant on the clock of {@link System#nanoTime()}. */
    public void await(String what, long deadlineNanos) throws InterruptedException {
        if (!what.equals(awaited)) {
            awaited = what;
            say(what);
        }
        while (true) {
            long leftNanos = deadlineNanos - System.nanoTime();
            if (leftNanos <= 0) {
                return;
            }
            Thread.sleep(Duration.ofNanos(Math.min(leftNanos, SECOND.toNanos())));
            Duration sinceLine = Duration.ofNanos(System.nanoTime() - lineNanos);
            if (sinceLine.compareTo(terminal ? SECOND : Duration.ofSeconds(10)) >= 0) {
                say(what + ", " + text(Duration.ofNanos(deadlineNanos - System.nanoTime())) + " more");
            }
        }
    }

    private Duration left() {
        Duration ofThis = planned.get(trial - 1).minusNanos(System.nanoTime() - trialNanos);
        Duration ofLater = planned.stream().skip(trial).reduce(Duration.ZERO, Duration::plus);
        return (ofThis.isNegative() ? Duration.ZERO : ofThis).plus(ofLater);
    }

    static String text(Duration duration) {
        long seconds = Math.max(0, duration.plusMillis(500).toSeconds());
        return seconds < 60 ? seconds + " s" : "%d min %02d s".formatted(seconds / 60, seconds % 60);
    }
}
