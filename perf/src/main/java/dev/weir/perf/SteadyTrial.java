package dev.weir.perf;

import dev.weir.perf.load.ExpectedBody;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SchedulingLag;
import dev.weir.perf.load.SteadyLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.RateMeasured;
import dev.weir.perf.result.RateTrial;
import dev.weir.perf.server.Management;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** One trial of rates at the wire: all download at once, and a window of whole seconds says who got how much. */
final class SteadyTrial {
    static final String FILE = "large.bin";

    private final Run run;
    private final Rates rates;
    private final ExpectedBody body;

    SteadyTrial(Run run, Rates rates, ExpectedBody body) {
        this.run = run;
        this.rates = rates;
        this.body = body;
    }

    RateTrial run(Contender contender, int position) throws InterruptedException {
        RateTrial trial = RateTrial.planned(contender.label(), rates.downloads(), position);
        List<String> arguments = run.serverArguments(Rates.RATE_BYTES, contender.arguments(rates.threadsOf(contender)));
        run.progress().trial(contender.label());
        try (ServerProcess server = ServerProcess.start(
                        contender.jar(run.modules()), arguments, run.workspace().log(trial.name()));
                Generator generator = new Generator()) {
            run.progress().say("starts");
            server.awaitReady(Run.TO_START);
            Run.assertThreads(contender, rates.threadsOf(contender), server.management());
            RateMeasured measured = measure(server, generator);
            return trial.measured(server.command(), server.selfDescription(), measured, Validity.faults(measured));
        } catch (IOException | RuntimeException e) {
            // Listed as failed; the others still run.
            return trial.failed(e);
        }
    }

    private RateMeasured measure(ServerProcess server, Generator generator) throws IOException, InterruptedException {
        Target target = new Target(server.address(), "/files/" + FILE, body);
        Window window = Window.after(rates.settle(), Rates.WINDOW);
        SteadyLoad load = new SteadyLoad(generator, target, window, rates.connections());
        SchedulingLag lag = generator.ask(() -> SchedulingLag.probe(generator, window));
        generator.execute(() -> load.start(rates.ramp()));

        run.progress().await(rates.downloads() + " downloads, settling", window.fromNanos());
        Watch watch = Watch.start(server);
        run.progress().await(rates.downloads() + " downloads, measuring", window.toNanos());
        Watch.Seen seen = watch.stop();
        List<Long> bytes = generator.ask(load::bytesInWindow);
        Map<String, Long> errors = generator.ask(load::errors);
        Histogram lagMicros = generator.ask(lag::micros);

        RateMeasured measured = measured(server.management(), window, bytes, errors, seen, lagMicros);
        generator.execute(load::breakOff);
        return measured;
    }

    private RateMeasured measured(
            Management management,
            Window window,
            List<Long> bytes,
            Map<String, Long> errors,
            Watch.Seen seen,
            Histogram lagMicros)
            throws InterruptedException {
        int judged = rates.downloads();
        return new RateMeasured(
                window.seconds(),
                Rates.RATE_BYTES,
                rates.chunkBytes(),
                bytes.subList(0, judged),
                bytes.get(judged),
                bytes.get(judged + 1),
                management.metric("weir.throttle.wakeups"),
                management.metric("weir.throttle.grants"),
                management.metric("weir.throttle.empty-polls"),
                errors,
                seen.server(),
                seen.health(lagMicros));
    }
}
