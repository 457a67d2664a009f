package dev.weir.crosscheck;

import dev.weir.perf.load.Window;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.server.Proc;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs a load with another program, on the same CPU core as this process. Not thread-safe. */
final class ForeignSide implements Side {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FIRST_NET = 128; // the generator's own addresses are lower

    private final Program program;
    private final Duration settle;
    private final Path log;
    private int net = FIRST_NET;

    ForeignSide(Program program, Duration settle, Path log) {
        this.program = program;
        this.settle = settle;
        this.log = log;
    }

    interface Program {
        /** Returns the command line for one load. Each load has client addresses of its own: 127.{@code net}.x.x. */
        List<String> command(Window window, int net) throws IOException;

        /** Returns the figures, by name, of the load that has just ended. */
        Map<String, Double> figures(Window window) throws IOException;
    }

    @Override
    public Duration settle() {
        return settle;
    }

    @Override
    public Running start(Window window) throws IOException {
        OwnedProcess process = OwnedProcess.start(program.command(window, net++), log);
        return new Running() {
            @Override
            public double cpuSeconds() throws IOException {
                return Proc.cpuSeconds(process.pid());
            }

            @Override
            public long rssBytes() throws IOException {
                return Proc.Stat.of(process.pid()).rssBytes();
            }

            @Override
            public Map<String, Double> figures() throws IOException, InterruptedException {
                Duration left = Duration.ofNanos(Math.max(0, window.toNanos() - System.nanoTime()));
                process.awaitEnd(left.plus(PATIENCE));
                return program.figures(window);
            }

            @Override
            public void close() {
                process.close();
            }
        };
    }
}
