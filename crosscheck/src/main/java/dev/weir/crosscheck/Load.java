package dev.weir.crosscheck;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Sends requests from this project's load generator to one target, over a fixed number of connections. */
public record Load(Generator generator, Target target, int connections) {
    Load at(InetSocketAddress address) {
        return new Load(generator, new Target(address, target.path(), target.body()), connections);
    }

    record Running(Generator generator, RequestLoad load, Window window) {
        RequestRecorder.RequestRecording recording() throws InterruptedException {
            Duration left = Duration.ofNanos(window.toNanos() - System.nanoTime());
            try {
                return load.await(left.plus(Duration.ofSeconds(30)));
            } finally {
                generator.execute(load::close);
            }
        }
    }

    RequestRecorder.RequestRecording closed(Duration length) throws InterruptedException {
        Window window = Window.after(Duration.ZERO, length);
        return new Running(generator, of(window).startClosed(connections), window).recording();
    }

    Running open(Arrivals arrivals, Duration ramp, Duration length) throws InterruptedException {
        Window window = Window.after(ramp, length);
        return new Running(generator, of(window).startOpen(connections, arrivals, window::fromNanos), window);
    }

    private RequestLoad of(Window window) {
        return new RequestLoad(generator, target, window, Generator::anyAddress);
    }
}
