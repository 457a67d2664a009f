package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.ClosedRequests;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.OpenLoop;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs our generator on one target, and waits for what it has to say. */
record Load(Generator generator, Target target, int connections) {
    private static final Duration TO_DRAIN = Duration.ofSeconds(30);

    /** An open load under way. */
    record Running(Generator generator, RequestRecorder recorder, RequestLoad load, Window window) {
        /** Waits until every request of the window is answered, or says with which errors it is not. */
        RequestRecorder.RequestRecording recording() throws InterruptedException {
            long leftNanos = window.toNanos() - System.nanoTime() + TO_DRAIN.toNanos();
            try {
                load.over().get(leftNanos, TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new IllegalStateException(
                        "requests still under way: "
                                + generator.ask(recorder::recording).errors(),
                        e);
            } finally {
                generator.execute(load::close);
            }
            return generator.ask(recorder::recording);
        }
    }

    RequestRecorder.RequestRecording closed(Duration length) throws InterruptedException {
        Window window = Window.after(Duration.ZERO, length);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = generator.ask(
                () -> ClosedRequests.start(generator, target, recorder, connections, Generator::anyAddress));
        return new Running(generator, recorder, load, window).recording();
    }

    /** Starts after {@code ramp}, which leaves time to connect. */
    Running open(Arrivals arrivals, Duration ramp, Duration length) throws InterruptedException {
        Window window = Window.after(ramp, length);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = generator.ask(() -> OpenLoop.start(
                generator, target, recorder, connections, Generator::anyAddress, arrivals, window.fromNanos()));
        return new Running(generator, recorder, load, window);
    }
}
