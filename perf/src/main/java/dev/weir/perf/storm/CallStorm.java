package dev.weir.perf.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Memory;
import dev.weir.perf.server.Usage;
import dev.weir.perf.site.CallFigures;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Probes;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Calls three times as often as a server can answer, and asks for small things beside it. */
final class CallStorm {
    private static final int TIMES_CAPACITY = 3;
    private static final int CONNECTIONS = 256;
    /** Of a closed load: always one that is computed, and never one too many. */
    private static final int CLOSED_CONNECTIONS = 16;

    private static final int WARM_CALLS = 1_000;
    private static final int CAPACITY_CALLS = 1_500;
    /** Calls under overload are not cheaper than those that were counted before; some luck is possible. */
    private static final double MOST_ACCEPTED = 1.3;

    private static final int PROBES_A_SECOND = 50;
    private static final int WARM_PROBES_A_SECOND = 200;
    private static final Duration WARM_PROBES = Duration.ofSeconds(2);
    private static final int MOST_CYCLES = 12;
    private static final long SEED = 20260106;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    /** A server that never refused has to learn it. */
    private static final Duration WARM_WINDOW = Duration.ofSeconds(15);
    /** For what is under way when the window is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static final String DESCRIPTION = """
        How many signed and encrypted calls a second the server answers on its core is found by %d calls over %d \
        connections, each sent when an earlier one is answered. Then %d times as many are sent for %d s, after %d s of \
        warm-up by the same, as a Poisson process planned them (seed %d), over at most %d keep-alive connections; every message was signed before, and \
        one that is refused with 503 is sent again later, since nobody has remembered it. Beside it a file of %d \
        bytes is asked for %d times a second and health as often, a connection each. Every time is from the instant \
        that was drawn. Every response is verified afterwards. All of this is done by one core of the server.\
        """.formatted(
                    CAPACITY_CALLS,
                    CLOSED_CONNECTIONS,
                    TIMES_CAPACITY,
                    WINDOW.toSeconds(),
                    WARM_WINDOW.toSeconds(),
                    SEED,
                    CONNECTIONS,
                    Probes.FILE_BYTES,
                    PROBES_A_SECOND);

    private CallStorm() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        CallRound.Signer signer = SignerProcess.ofThisRun();
        ServerPlan plan = Site.apart(0, CONNECTIONS).withCalls(SoapKeys.ofThisRun());
        Map<String, Long> errors = new TreeMap<>();
        try (Site site = Site.open(setting, plan)) {
            warmUp(site, signer, errors);
            site.pin();
            double capacity = round(site, signer, CAPACITY_CALLS, errors).perSecond();
            var _ = overload(site, signer, capacity, WARM_WINDOW, errors);
            site.server().collect();
            Memory before = site.server().memory();
            CallFigures figures = overload(site, signer, capacity, WINDOW, errors);
            return site.found(figures.all(before, site.server().memory()), errors, figures.raw());
        }
    }

    private static CallFigures overload(
            Site site, CallRound.Signer signer, double capacity, Duration length, Map<String, Long> errors)
            throws IOException, InterruptedException {
        double perSecond = TIMES_CAPACITY * capacity;
        int messages = (int) (capacity * MOST_ACCEPTED * length.plus(SETTLE).toSeconds()) + CONNECTIONS;
        List<Calls.SignedCall> signed = signer.sign(messages);
        System.gc();
        Window window = Window.after(SETTLE, length);
        CallFigures.Overload overload = new CallFigures.Overload(window);
        Calls calls = new Calls(site.server().address(), signed, overload);
        RequestRecorder recorder = new RequestRecorder(window);
        Window.SchedulingLag lag = site.lag(window);
        RequestLoad.OpenLoop load = site.generator().ask(() -> start(site.generator(), calls, recorder, perSecond));
        site.generator().poll(true);
        Usage start = site.server().usage();
        Probes probes = Probes.ask(site, window, PROBES_A_SECOND, SEED);
        Usage.Spent spent = site.server().usage().since(start);
        site.generator().poll(false);
        Site.await(load.over(), PATIENCE);
        errors.putAll(site.generator().ask(recorder::recording).errors());
        errors.putAll(site.generator().ask(probes::errors));
        errors.putAll(signer.wrong(site.generator().ask(overload::answers)));
        site.generator().execute(load::close);
        return new CallFigures(
                capacity,
                perSecond,
                site.generator().ask(overload::copy),
                site.generator().ask(probes::fileFirstMicros),
                site.generator().ask(probes::healthFirstMicros),
                spent,
                site.generator().ask(lag::micros));
    }

    private static RequestLoad.OpenLoop start(
            Generator generator, Calls calls, RequestRecorder recorder, double perSecond) {
        return RequestLoad.OpenLoop.start(
                generator,
                calls,
                recorder,
                CONNECTIONS,
                generator::freshAddress,
                Arrivals.poisson(perSecond, SEED),
                System.nanoTime());
    }

    private static void warmUp(Site site, CallRound.Signer signer, Map<String, Long> errors)
            throws IOException, InterruptedException {
        Watch.Warmth warmth = new Watch.Warmth(MOST_CYCLES);
        while (!warmth.isOver()) {
            Usage before = site.server().usage();
            double calls = round(site, signer, WARM_CALLS, errors).answered();
            warmth.add(site.server().usage().since(before), calls);
            Probes.ask(site, Window.after(Duration.ZERO, WARM_PROBES), WARM_PROBES_A_SECOND, SEED);
        }
    }

    private static CallRound round(Site site, CallRound.Signer signer, int count, Map<String, Long> errors)
            throws InterruptedException {
        CallRound round = CallRound.run(site.generator(), site.server().address(), signer, count, CLOSED_CONNECTIONS);
        errors.putAll(round.errors());
        return round;
    }
}
