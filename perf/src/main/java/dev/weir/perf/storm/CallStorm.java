package dev.weir.perf.storm;

import dev.weir.perf.server.Memory;
import dev.weir.perf.server.Usage;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Probes;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;

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
    /** Of what shares its core with calls: a few turns of the scheduler. */
    private static final double MOST_MILLIS = 20;
    /** The queue ends: what is in it is computed in this time, three times over. */
    private static final double MOST_ACCEPTED_MILLIS = 500;
    /** What is remembered of accepted messages, and what a heap of half a gigabyte takes back only now and then. */
    private static final double MOST_HEAP_MIB = 16;

    private static final double MIB = 1 << 20;

    static final Storm STORM = Storm.of(
            "More SOAP calls than can be computed (S08)",
            """
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
                            PROBES_A_SECOND),
            _ -> Storm.Setup.apart(0, CONNECTIONS).withCalls(),
            CallStorm::run);

    private CallStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        Watch.Warmth warmth = new Watch.Warmth(MOST_CYCLES);
        while (!warmth.isOver()) {
            Usage before = site.server().usage();
            double calls = round(site, WARM_CALLS, found).answered();
            warmth.add(site.server().usage().since(before), calls);
            Probes.warm(site, WARM_PROBES, WARM_PROBES_A_SECOND, SEED);
        }
        site.pin();
        double capacity = round(site, CAPACITY_CALLS, found).perSecond();
        Findings warm = new Findings();
        overload(site, capacity, WARM_WINDOW, warm);
        found.errors(warm);
        site.server().collect();
        Memory before = site.server().memory();
        Usage.Spent spent = overload(site, capacity, WINDOW, found);
        Memory after = site.server().memory();
        double heapBefore = before.liveHeapBytes().orElseThrow() / MIB;
        double heapAfter = after.liveHeapBytes().orElseThrow() / MIB;
        found.measured("RSS before", before.rssBytes() / MIB, "MiB");
        found.measured("RSS after", after.rssBytes() / MIB, "MiB");
        found.measured("live heap before", heapBefore, "MiB");
        found.atMost("live heap after, more", heapAfter - heapBefore, MOST_HEAP_MIB, "MiB");
        found.core(spent);
    }

    private static Usage.Spent overload(Site site, double capacity, Duration length, Findings found)
            throws IOException, InterruptedException {
        double perSecond = TIMES_CAPACITY * capacity;
        int messages = (int) (capacity * MOST_ACCEPTED * length.plus(SETTLE).toSeconds()) + CONNECTIONS;
        CallLoad load = new CallLoad(site, messages, CONNECTIONS, perSecond, SEED, SETTLE, length);
        Probes.Seen seen = Probes.measure(site, load.window(), PROBES_A_SECOND, SEED);
        CallLoad.Counts counts = load.await(PATIENCE, found, "");
        found.errors(seen.errors());
        found.measured("capacity, closed", capacity, "calls/s");
        found.measured("sent", perSecond, "calls/s");
        found.measured(
                "accepted", counts.acceptedMicros().size() / load.window().seconds(), "calls/s");
        found.times("accepted", "accepted, microseconds", counts.acceptedMicros(), MOST_ACCEPTED_MILLIS);
        found.atLeast("refused with 503", counts.refusedMicros().size(), 1, "");
        found.exactly("of these without Retry-After", counts.withoutRetryAfter(), 0);
        found.times("refused", "refused, microseconds", counts.refusedMicros(), MOST_MILLIS);
        found.times(Probes.FILE_FIRST, Probes.FILE_SERIES, seen.fileFirstMicros(), MOST_MILLIS);
        found.times(Probes.HEALTH_FIRST, Probes.HEALTH_SERIES, seen.healthFirstMicros(), MOST_MILLIS);
        found.lag(seen.lagMicros());
        return seen.spent();
    }

    private static CallRound round(Site site, int count, Findings found) throws InterruptedException {
        CallRound round =
                CallRound.run(site.generator(), site.address(), SignerProcess.ofThisRun(), count, CLOSED_CONNECTIONS);
        found.errors(round.errors());
        return round;
    }
}
