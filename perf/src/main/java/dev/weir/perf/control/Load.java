package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Waiting;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Runs our generator on one target, and waits for what it has to say. */
public record Load(Generator generator, Target target, int connections) {
    private static final Duration TO_DRAIN = Duration.ofSeconds(30);

    /** The same load on another address that serves the same. */
    Load at(InetSocketAddress address) {
        return new Load(generator, new Target(address, target.path(), target.body()), connections);
    }

    /** An open load under way. */
    record Running(Generator generator, RequestRecorder recorder, RequestLoad load, Window window) {
        /** Waits until every request of the window is answered or lost. */
        RequestRecorder.RequestRecording recording() throws InterruptedException {
            try {
                Waiting.await(
                        load.over(),
                        Duration.ofNanos(window.toNanos() - System.nanoTime()).plus(TO_DRAIN));
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
                () -> new RequestLoad(generator, target, recorder, Generator::anyAddress).startClosed(connections));
        return new Running(generator, recorder, load, window).recording();
    }

    /** Starts after {@code ramp}, which leaves time to connect. */
    Running open(Arrivals arrivals, Duration ramp, Duration length) throws InterruptedException {
        Window window = Window.after(ramp, length);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = generator.ask(() -> new RequestLoad(generator, target, recorder, Generator::anyAddress)
                .startOpen(connections, arrivals, window.fromNanos()));
        return new Running(generator, recorder, load, window);
    }
}
