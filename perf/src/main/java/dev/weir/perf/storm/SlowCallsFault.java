package dev.weir.perf.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.site.CallFigures;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Newcomers;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Thousands of SOAP bodies that come a byte at a time, from a hundred addresses: an honest client is answered as before. */
final class SlowCallsFault {
    private static final int PER_SECOND = 20;
    private static final int CONNECTIONS = 8;
    private static final int WARM_CALLS = 400;
    private static final long SEED = 20260119;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(25);
    /**
     * One round of a slow client: 10 s until the server refuses its body, and {@link SlowCallers#PAUSE}. Spread over it,
     * they never all return at once.
     */
    private static final Duration RAMP = Duration.ofSeconds(10).plus(SlowCallers.PAUSE);

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final double MOST_RATIO = 2;
    /** The smallest part of the slow clients that must be connected when they are counted. The others pause. */
    private static final double LEAST_PART = 0.8;

    /** The collector without pauses that {@code docs/configuration.md} names, in place of the usual one. */
    private static final String[] SHORT_PAUSES = {"-XX:-UseG1GC", "-XX:+UseZGC", "-XX:+AlwaysPreTouch"};

    static final String DESCRIPTION = """
        An honest client sends %d signed calls a second for %d s, as a Poisson process planned them (seed %d). Then \
        --sockets clients of %d addresses come within %d s, and each announces a SOAP body of 100,000 bytes, sends a byte \
        every %d s, and comes again when it is refused; the honest one goes on as before. Every answer is verified. The slow ones run at the lowest priority, and the server with %s.\
        """.formatted(
                    PER_SECOND,
                    WINDOW.toSeconds(),
                    SEED,
                    SlowCallers.ADDRESSES,
                    RAMP.toSeconds(),
                    SlowCallers.BETWEEN_BYTES.toSeconds(),
                    String.join(" ", SHORT_PAUSES));

    private SlowCallsFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        CallRound.Signer signer = SignerProcess.ofThisRun();
        Map<String, Long> errors = new TreeMap<>();
        try (Site site = Site.open(
                setting, Site.plan(0, setting.sizes().sockets()).withCalls(SoapKeys.ofThisRun()), SHORT_PAUSES)) {
            var _ = CallRound.run(site.generator(), site.server().address(), signer, WARM_CALLS, CONNECTIONS);
            List<Figure> figures = new ArrayList<>();
            double idle = honest(site, signer, ", idle", errors, figures);
            int before = site.server().openDescriptors();
            int sockets = setting.sizes().sockets();
            try (OwnedProcess _ = SlowCallers.start(
                    site.server().address(), sockets, RAMP, site.log().resolveSibling("slow-callers.log"))) {
                Thread.sleep(RAMP);
                double beside = honest(site, signer, ", beside slow bodies", errors, figures);
                figures.add(Figure.atMost("p99 beside them, in terms of idle", beside / idle, MOST_RATIO, ""));
                int held = site.server().openDescriptors() - before;
                figures.add(Figure.atLeast("slow connections after that", held, LEAST_PART * sockets, ""));
                figures.addAll(Newcomers.come(site, ", beside slow bodies"));
            }
            return site.found(figures, errors);
        }
    }

    private static double honest(
            Site site, CallRound.Signer signer, String when, Map<String, Long> errors, List<Figure> figures)
            throws IOException, InterruptedException {
        int messages = (int) (2 * PER_SECOND * WINDOW.plus(SETTLE).toSeconds());
        Window window = Window.after(SETTLE.multipliedBy(5), WINDOW);
        CallFigures.Overload overload = new CallFigures.Overload(window);
        Calls calls = new Calls(site.server().address(), signer.sign(messages), overload);
        RequestRecorder recorder = new RequestRecorder(window);
        Window.SchedulingLag lag = site.lag(window);
        RequestLoad.OpenLoop load = site.generator()
                .ask(() -> RequestLoad.OpenLoop.start(
                        site.generator(),
                        calls,
                        recorder,
                        CONNECTIONS,
                        site.generator()::freshAddress,
                        Arrivals.poisson(PER_SECOND, SEED),
                        System.nanoTime()));
        try {
            Site.await(load.over(), WINDOW.plus(PATIENCE));
        } catch (IllegalStateException _) {
            errors.merge("calls are never answered" + when, 1L, Long::sum);
        }
        site.generator().ask(recorder::recording).errors().forEach((why, n) -> errors.merge(why + when, n, Long::sum));
        errors.putAll(signer.wrong(site.generator().ask(overload::answers)));
        site.generator().execute(load::close);
        CallFigures.Overload.Counts counts = site.generator().ask(overload::copy);
        double p99 = Figure.millis(counts.acceptedMicros(), 99);
        figures.add(Figure.told("calls answered" + when, counts.acceptedMicros().size(), ""));
        figures.add(
                Figure.exactly("refused with 503" + when, counts.refusedMicros().size(), 0, ""));
        figures.add(Figure.told("p50" + when, Figure.millis(counts.acceptedMicros(), 50), "ms"));
        figures.add(Figure.told("p99" + when, p99, "ms"));
        figures.addAll(Site.lag(site.generator().ask(lag::micros)));
        return p99;
    }
}
