package dev.weir.perf.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.stage.Stage;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * An open load of signed calls that records which calls of a window were accepted or refused, and after what time.
 *
 * <p>The generator's loop records; the storm's thread calls the other methods.
 */
final class CallLoad implements Calls.Listener {
    private final Stage stage;
    private final Window window;
    private final CallRound.Signer signer = SignerProcess.ofThisRun();
    private final List<Calls.AnsweredCall> answers = new ArrayList<>();
    private final List<Long> acceptedMicros = new ArrayList<>();
    private final List<Long> refusedMicros = new ArrayList<>();
    private long withoutRetryAfter;

    private final RequestRecorder recorder;
    private final RequestLoad load;
    private final Window.SchedulingLag lag;

    /** The result of a load. Times count from the planned instant to the last byte. */
    record Counts(List<Long> acceptedMicros, List<Long> refusedMicros, long withoutRetryAfter, Histogram lagMicros) {}

    /**
     * Signs the calls and then sends them as a Poisson process.
     *
     * @param settle the time from the first call to the window
     */
    CallLoad(Stage stage, int messages, int connections, double perSecond, long seed, Duration settle, Duration length)
            throws InterruptedException {
        this.stage = stage;
        Calls calls = new Calls(stage.address(), signer.sign(messages), this);
        System.gc();
        window = Window.after(settle, length);
        recorder = new RequestRecorder(window);
        lag = stage.lag(window);
        load = stage.ask(() -> new RequestLoad(stage.generator(), calls, recorder, stage.generator()::freshAddress)
                .startOpen(connections, Arrivals.poisson(perSecond, seed), System.nanoTime()));
    }

    Window window() {
        return window;
    }

    /** Waits for the last answer and verifies all answers. Each error's reason ends with {@code when}. */
    Counts await(Duration patience, Checks checks, String when) throws InterruptedException {
        try {
            Waiting.await("the calls", load.over(), patience);
        } catch (IllegalStateException _) {
            checks.error("calls are never answered" + when);
        }
        checks.errors(stage.ask(recorder::recording).errors(), when);
        checks.errors(signer.wrong(stage.ask(() -> List.copyOf(answers))), when);
        stage.execute(load::close);
        return stage.ask(() ->
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
