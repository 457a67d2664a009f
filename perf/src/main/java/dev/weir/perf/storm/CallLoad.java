package dev.weir.perf.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Waiting;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * An open load of signed calls: which calls of a window were accepted and which were refused, and after how long.
 *
 * <p>The generator's loop counts, and the storm's thread calls the other methods.
 */
final class CallLoad implements Calls.Listener {
    private final Site site;
    private final Window window;
    private final CallRound.Signer signer = SignerProcess.ofThisRun();
    private final List<Calls.AnsweredCall> answers = new ArrayList<>();
    private final List<Long> acceptedMicros = new ArrayList<>();
    private final List<Long> refusedMicros = new ArrayList<>();
    private long withoutRetryAfter;

    private final RequestRecorder recorder;
    private final RequestLoad load;
    private final Window.SchedulingLag lag;

    /** What a load comes to: times are from the instant that was drawn to the last byte. */
    record Counts(List<Long> acceptedMicros, List<Long> refusedMicros, long withoutRetryAfter, Histogram lagMicros) {}

    /**
     * Signs so many calls, and then sends them as a Poisson process planned them.
     *
     * @param settle from the first call to the window
     */
    CallLoad(Site site, int messages, int connections, double perSecond, long seed, Duration settle, Duration length)
            throws InterruptedException {
        this.site = site;
        List<Calls.SignedCall> signed = signer.sign(messages);
        System.gc();
        window = Window.after(settle, length);
        recorder = new RequestRecorder(window);
        lag = site.lag(window);
        Calls calls = new Calls(site.address(), signed, this);
        load = site.ask(() -> new RequestLoad(site.generator(), calls, recorder, site.generator()::freshAddress)
                .startOpen(connections, Arrivals.poisson(perSecond, seed), System.nanoTime()));
    }

    Window window() {
        return window;
    }

    /** Waits for the last answer, and verifies all; errors are told with this ending. */
    Counts await(Duration patience, Findings found, String when) throws InterruptedException {
        try {
            Waiting.await(load.over(), patience);
        } catch (IllegalStateException _) {
            found.error("calls are never answered" + when);
        }
        found.errors(site.ask(recorder::recording).errors(), when);
        found.errors(signer.wrong(site.ask(() -> List.copyOf(answers))), when);
        site.execute(load::close);
        return site.ask(() ->
                new Counts(List.copyOf(acceptedMicros), List.copyOf(refusedMicros), withoutRetryAfter, lag.micros()));
    }

    @Override
    public void answered(Calls.AnsweredCall call, Times times) {
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
}
