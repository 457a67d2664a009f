package dev.weir.perf.trial;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Prints the progress of a run and the estimated time left. */
public final class Progress {
    private final PrintStream out;
    private final int trials;
    private final long startNanos = System.nanoTime();
    private int trial;
    private int over;
    private String name = "";
    private long lineNanos;
    /** The reason of the latest wait. Another wait for the same reason prints no new line. */
    private String awaited = "";

    public Progress(PrintStream out, int trials) {
        this.out = out;
        this.trials = trials;
    }

    public void trial(String trialName) {
        trial++;
        name = trialName;
        awaited = "";
    }

    public void say(String what) {
        lineNanos = System.nanoTime();
        long leftNanos = (lineNanos - startNanos) / Math.max(1, over) * (trials - over);
        String left = over == 0 ? "" : ", " + text(leftNanos) + " left";
        out.printf("[%d/%d] %-14s %s%s%n", trial, trials, name, what, left);
    }

    public void over(String outcome) {
        over++;
        say(outcome);
    }

    public void await(String what, long deadlineNanos) throws InterruptedException {
        if (!what.equals(awaited)) {
            awaited = what;
            say(what);
        }
        for (long left = deadlineNanos - System.nanoTime(); left > 0; left = deadlineNanos - System.nanoTime()) {
            Thread.sleep(Duration.ofNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1))));
            if (System.nanoTime() - lineNanos >= TimeUnit.SECONDS.toNanos(10)) {
                say(what + ", " + text(deadlineNanos - System.nanoTime()) + " more");
            }
        }
    }

    static String text(long nanos) {
        long seconds = Math.max(0, Math.round(nanos / 1e9));
        return seconds < 60 ? seconds + " s" : "%d min %02d s".formatted(seconds / 60, seconds % 60);
    }
}
