package dev.weir.perf.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.site.Awaiting;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.stats.Slope;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything at once for an hour: nothing is lost, nothing is wrong, and nothing grows. */
final class EverythingFault {
    private static final int FILE_BYTES = 1 << 20;
    private static final long RATE_BYTES = 128 << 10;
    private static final int USERS = 20;
    private static final int LISTENERS = 100;
    private static final int EVENTS_A_SECOND = 5;
    private static final int CALLS = 10;
    private static final int STRANGERS = 60;
    /** A sample takes collections and calls. */
    private static final Duration BETWEEN_SAMPLES = Duration.ofSeconds(60);

    private static final int FEWEST_SAMPLES = 10;
    /** Until caches are full: a replay of a SOAP message is remembered for five minutes. */
    private static final double UNSETTLED = 0.15;

    private static final Duration BETWEEN_VISITS = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double MOST_MEGABYTES = 2;
    private static final double MOST_DESCRIPTORS = 10;
    private static final double MOST_THREADS = 5;

    static final String DESCRIPTION = """
        For --minutes on one server: %d users download %,d bytes at %,d B/s, again and again; %d clients listen to %d \
        events a second, every other by polls; %d signed calls are sent between two samples; %d strangers open \
        connections for slow heads and bodies, wrong requests, downloads and streams that they reset. Every byte, every \
        event and every signature is verified. Every %d s, and %d times at least, live heap, descriptors and threads are sampled; what counts is a \
        straight line through the samples after the first %.0f %%: the lower end of its 95 %% interval, over the whole \
        run.\
        """.formatted(
                    USERS,
                    FILE_BYTES,
                    RATE_BYTES,
                    LISTENERS,
                    EVENTS_A_SECOND,
                    CALLS,
                    STRANGERS,
                    BETWEEN_SAMPLES.toSeconds(),
                    FEWEST_SAMPLES,
                    100 * UNSETTLED);

    private final List<Slope.Point> heap = new ArrayList<>();
    private final List<Slope.Point> descriptors = new ArrayList<>();
    private final List<Slope.Point> threads = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private long calls;

    private EverythingFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        try (Site site = Site.open(
                setting,
                Site.plan(RATE_BYTES, 1_000).withCalls(SoapKeys.ofThisRun()),
                // Full in a minute, so that it does not look like a leak.
                "-Dweir.events.history=200",
                "-Dweir.throttle.max-clients=1000")) {
            return new EverythingFault()
                    .run(site, Duration.ofMinutes(setting.sizes().minutes()));
        }
    }

    private Figure.Found run(Site site, Duration length) throws IOException, InterruptedException {
        Target target = site.target("everything.bin", FILE_BYTES);
        site.target("huge.bin", 64 << 20);
        site.target("newcomers.bin", 4 << 10);
        Window window = Window.after(PATIENCE.dividedBy(4), length);
        ClosedLoop.Recorder downloads = new ClosedLoop.Recorder(window);
        ClosedLoop users = site.generator()
                .ask(() -> ClosedLoop.start(site.generator(), target, downloads, USERS, PATIENCE.dividedBy(6)));
        EventLoad events = new EventLoad(site.generator(), site.server().address(), EventLoad.Kind.BOTH, 1);
        site.generator().execute(() -> events.start(LISTENERS, BETWEEN_VISITS));
        Awaiting.require("all listen", site.generator(), PATIENCE, () -> events.ready() == LISTENERS);
        site.generator().execute(() -> events.publish(window, EVENTS_A_SECOND));
        try (Crowd strangers = Crowd.endless(STRANGERS, number -> strange(site, number))) {
            sample(site, window);
            System.out.printf("%s: strangers %s%n", site.contender(), strangers.await(Duration.ZERO));
        }
        boolean quiet = Awaiting.holds(site.generator(), PATIENCE, events::isQuiet);
        Site.await(site.generator().ask(users::stop), PATIENCE);
        add(site.generator().ask(downloads::recording).errors());
        add(site.generator().ask(events::recording).errors());
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.atLeast(
                        "downloads, whole and right", (double) site.generator().ask(downloads::finished), 1, ""),
                Figure.atLeast(
                        "events delivered once, in their order",
                        (double) site.generator().ask(events::deliveries),
                        1,
                        ""),
                Figure.exactly("every event has come to everybody", quiet ? 1 : 0, 1, ""),
                Figure.atLeast("calls answered, and verified", (double) calls, 1, "")));
        figures.addAll(flat("live heap", heap, MOST_MEGABYTES, "MB"));
        figures.addAll(flat("descriptors", descriptors, MOST_DESCRIPTORS, ""));
        figures.addAll(flat("threads", threads, MOST_THREADS, ""));
        return site.found(figures, errors);
    }

    private void sample(Site site, Window window) throws IOException, InterruptedException {
        CallRound.Signer signer = SignerProcess.ofThisRun();
        int samples = Math.max(FEWEST_SAMPLES, (int) (window.seconds() / BETWEEN_SAMPLES.toSeconds()));
        long stepNanos = (window.toNanos() - window.fromNanos()) / samples;
        for (int i = 1; i <= samples; i++) {
            CallRound round = CallRound.run(site.generator(), site.server().address(), signer, CALLS, 2);
            calls += round.answered();
            add(round.errors());
            Site.sleepUntil(window.fromNanos() + i * stepNanos);
            if (i > UNSETTLED * samples) {
                double part = (double) i / samples;
                int open = site.server().openDescriptors();
                heap.add(new Slope.Point(
                        part, site.server().memory().liveHeapBytes().orElseThrow() / 1e6));
                descriptors.add(new Slope.Point(part, open));
                threads.add(new Slope.Point(part, site.server().kernelUsage().threads()));
            }
        }
    }

    private void add(Map<String, Long> more) {
        more.forEach((why, count) -> errors.merge(why, count, Long::sum));
    }

    /** What the line says of the whole run. */
    static List<Figure> flat(String what, List<Slope.Point> points, double most, String unit) {
        Slope line = Slope.of(points).orElseThrow(() -> new IllegalStateException("too few samples"));
        return List.of(
                Figure.told(what + " in the beginning", line.intercept(), unit),
                Figure.told(what + ", more in the end", line.slope(), unit),
                Figure.atMost(what + ", more in the end, at least", line.low(), most, unit));
    }

    private static String strange(Site site, int number) throws IOException, InterruptedException {
        Thread.sleep(BETWEEN_VISITS);
        return switch (number % 4) {
            case 0 -> SlowFault.head(site, number);
            case 1 -> SlowFault.body(site, number);
            case 2 -> RequestFaults.Logs.ask(site, number);
            default -> LeavingFaults.Reset.reset(site, number / 4);
        };
    }
}
