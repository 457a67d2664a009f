package dev.weir.perf;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.ExpectedBody;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Recorder;
import dev.weir.perf.load.Recording;
import dev.weir.perf.load.SchedulingLag;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Measured;
import dev.weir.perf.result.Trial;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/**
 * One trial of a closed-loop scenario, as it reads: start the server, warm it, ask it alone, load it, watch.
 *
 * <p>Every contender gets the same warm-up and the same time to settle; only the window differs, where users queue.
 */
final class DownloadTrial {
    static final String FILE = "article-200KiB.bin";
    private static final Duration TO_DRAIN = Duration.ofSeconds(5);

    private final Run run;
    private final Scenario scenario;
    private final ExpectedBody body;

    DownloadTrial(Run run, Scenario scenario, ExpectedBody body) {
        this.run = run;
        this.scenario = scenario;
        this.body = body;
    }

    Trial run(Contender contender, int block, int position) throws InterruptedException {
        Trial trial = Trial.planned(scenario.id(), contender.label(), block, position);
        List<String> arguments =
                run.serverArguments(scenario.rateBytes(), contender.arguments(scenario.threadsOf(contender)));
        run.progress().trial(contender.label());
        try (ServerProcess server = ServerProcess.start(
                        contender.jar(run.modules()), arguments, run.workspace().log(trial.name()));
                Generator generator = new Generator()) {
            run.progress().say("starts");
            server.awaitReady(Run.TO_START);
            Run.assertThreads(contender, scenario.threadsOf(contender), server.management());
            Measured measured = measure(contender, server, generator, trial.name());
            return trial.measured(server.command(), server.selfDescription(), measured, Validity.faults(measured));
        } catch (IOException | RuntimeException e) {
            // Listed as failed; the others still run.
            return trial.failed(e);
        }
    }

    private Measured measure(Contender contender, ServerProcess server, Generator generator, String name)
            throws IOException, InterruptedException {
        Target target = new Target(server.address(), "/files/" + FILE, body);
        Recording warmUp = drained(generator, target, "warms up", scenario.threads(), scenario.warmUp());
        Recording unloaded = drained(generator, target, "a single user", 1, scenario.unloaded());

        Window window = Window.after(scenario.settle(), scenario.windowOf(contender));
        Recorder recorder = recorder(window);
        SchedulingLag lag = generator.ask(() -> SchedulingLag.probe(generator, window));
        ClosedLoop load = generator.ask(
                () -> ClosedLoop.start(generator, target, recorder, scenario.users(), scenario.download()));
        run.progress().await(scenario.users() + " users, settling", window.fromNanos());
        Watch watch = Watch.start(server);
        run.progress().await(scenario.users() + " users, measuring", window.toNanos());
        Watch.Seen seen = watch.stop();
        Recording loaded = generator.ask(recorder::recording);
        Histogram lagMicros = generator.ask(lag::micros);
        generator.execute(load::breakOff);

        HistogramLog.write(run.workspace().histograms(name), unloaded, loaded, lagMicros);
        return new Phases(warmUp, unloaded, loaded).measured(scenario, contender, seen, lagMicros);
    }

    /** A phase that ends with nobody under way, so that the next one finds an idle server. */
    private Recording drained(Generator generator, Target target, String what, int users, Duration length)
            throws InterruptedException {
        Window window = Window.after(Duration.ZERO, length);
        Recorder recorder = recorder(window);
        ClosedLoop load =
                generator.ask(() -> ClosedLoop.start(generator, target, recorder, users, scenario.download()));
        run.progress().await(what, window.toNanos());
        CompletableFuture<Void> idle = generator.ask(load::stop);
        try {
            idle.get(TO_DRAIN.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    what + ": downloads still under way after " + TO_DRAIN.toSeconds() + " s", e);
        }
        return generator.ask(recorder::recording);
    }

    private Recorder recorder(Window window) {
        return new Recorder(window, scenario.fileBytes(), scenario.chunkBytes());
    }
}
