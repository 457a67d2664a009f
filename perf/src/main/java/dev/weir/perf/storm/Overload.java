package dev.weir.perf.storm;

import dev.weir.perf.load.AnsweredCall;
import dev.weir.perf.load.Calls;
import dev.weir.perf.load.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Which calls of a window were accepted and which were refused, and after how long. Confined to the generator's loop. */
final class Overload implements Calls.Listener {
    private final Window window;
    private final List<AnsweredCall> answers = new ArrayList<>();
    private final List<Long> acceptedMicros = new ArrayList<>();
    private final List<Long> refusedMicros = new ArrayList<>();
    private long withoutRetryAfter;

    /**
     * What was counted so far, safe to be carried to another thread.
     *
     * @param acceptedMicros from the instant that was drawn to the last byte
     * @param withoutRetryAfter refused ones that do not say when to try again
     */
    record Counts(double seconds, List<Long> acceptedMicros, List<Long> refusedMicros, long withoutRetryAfter) {}

    Overload(Window window) {
        this.window = window;
    }

    @Override
    public void answered(AnsweredCall call, Times times) {
        answers.add(call);
        note(acceptedMicros, times);
    }

    @Override
    public boolean refused(boolean saysWhen, Times times) {
        note(refusedMicros, times);
        withoutRetryAfter += saysWhen ? 0 : 1;
        return true;
    }

    private void note(List<Long> micros, Times times) {
        if (window.contains(times.intendedNanos())) {
            micros.add(TimeUnit.NANOSECONDS.toMicros(times.answeredNanos() - times.intendedNanos()));
        }
    }

    /** Also those of before the window. */
    List<AnsweredCall> answers() {
        return List.copyOf(answers);
    }

    Counts copy() {
        return new Counts(window.seconds(), List.copyOf(acceptedMicros), List.copyOf(refusedMicros), withoutRetryAfter);
    }
}
