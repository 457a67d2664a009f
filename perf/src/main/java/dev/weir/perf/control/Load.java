package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.trial.Waiting;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Runs this generator on one target. */
public record Load(Generator generator, Target target, int connections) {
    Load at(InetSocketAddress address) {
        return new Load(generator, new Target(address, target.path(), target.body()), connections);
    }

    record Running(Generator generator, RequestRecorder recorder, RequestLoad load, Window window) {
        RequestRecorder.RequestRecording recording() throws InterruptedException {
            try {
                Waiting.await(
                        "the requests",
                        load.over(),
                        Duration.ofNanos(window.toNanos() - System.nanoTime()).plus(Duration.ofSeconds(30)));
            } finally {
                generator.execute(load::close);
            }
            return generator.ask(recorder::recording);
        }
    }

    RequestRecorder.RequestRecording closed(Duration length) throws InterruptedException {
        return start(Window.after(Duration.ZERO, length), load -> load.startClosed(connections))
                .recording();
    }

    /** Starts an open load. Its window begins after {@code ramp}, the time to connect. */
    Running open(Arrivals arrivals, Duration ramp, Duration length) throws InterruptedException {
        Window window = Window.after(ramp, length);
        return start(window, load -> load.startOpen(connections, arrivals, window.fromNanos()));
    }

    private Running start(Window window, UnaryOperator<RequestLoad> start) throws InterruptedException {
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = new RequestLoad(generator, target, recorder, Generator::anyAddress);
        return new Running(generator, recorder, generator.ask(() -> start.apply(load)), window);
    }
}
