package dev.weir.perf.storm;

import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Memory;
import dev.weir.perf.server.Usage;
import dev.weir.perf.stage.Probes;
import dev.weir.perf.stage.Stage;
import dev.weir.perf.stage.Storm;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;

/** Sends three times as many SOAP calls as a server can answer, and small requests beside them. */
final class CallStorm {
    private static final int TIMES_CAPACITY = 3;
    private static final int CONNECTIONS = 256;
    /** Enough to keep the server's core busy, and too few for a refusal. */
    private static final int CLOSED_CONNECTIONS = 16;

    private static final int WARM_CALLS = 1_000;
    private static final int CAPACITY_CALLS = 1_500;
    /** The load prepares calls for this multiple of the capacity, since the server may answer some more than measured. */
    private static final double MOST_ACCEPTED = 1.3;

    private static final int PROBES_A_SECOND = 50;
    private static final int MOST_CYCLES = 12;
    private static final long SEED = 20260106;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    /** The code that refuses calls must be compiled before the measured window. */
    private static final Duration WARM_WINDOW = Duration.ofSeconds(15);
    /** Calls under way at the end of the window may take this long. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** Small requests share the core with calls: a few turns of the scheduler. */
    private static final double MOST_MILLIS = 20;
    /** Three times what the server needs to answer the calls in its queue. */
    private static final double MOST_ACCEPTED_MILLIS = 500;
    /** The replay cache's entries, and garbage that a heap of half a gigabyte rarely collects. */
    private static final double MOST_HEAP_MIB = 16;

    private static final double MIB = 1 << 20;

    static final Storm STORM = Storm.of(
            "More SOAP calls than the server can compute (S08)",
            """
            A closed loop of %d calls over %d connections measures how many signed and encrypted calls a second the server \
            answers on its one core. Then %d times as many are sent for %d s, after %d s of warm-up at the same rate, as a \
            Poisson process (seed %d) over at most %d keep-alive connections. Every message is signed in advance. A message \
            refused with 503 is sent again later; the server must not have put it into its replay cache. Beside the calls a \
            file of %d bytes is asked for %d times a second, and health as often, with a connection each. Times count from \
            the planned instant. Every response is verified afterwards.\
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
            Storm.Setup.apart(0, CONNECTIONS).withCalls(),
            CallStorm::run);

    private CallStorm() {}

    private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
        Watch.Warmth warmth = new Watch.Warmth(MOST_CYCLES);
        while (!warmth.isOver()) {
            Usage before = stage.server().usage();
            double calls = stage.calls(WARM_CALLS, CLOSED_CONNECTIONS).answered();
            warmth.add(stage.server().usage().since(before), calls);
            Probes.warm(stage, Duration.ofSeconds(2), 200, SEED);
        }
        stage.pin();
        double capacity = stage.calls(CAPACITY_CALLS, CLOSED_CONNECTIONS).perSecond();
        Checks warm = new Checks();
        overload(stage, capacity, WARM_WINDOW, warm);
        checks.errors(warm);
        stage.server().collect();
        Memory before = stage.server().memory();
        Usage.Spent spent = overload(stage, capacity, WINDOW, checks);
        Memory after = stage.server().memory();
        double heapBefore = before.liveHeapBytes().orElseThrow() / MIB;
        double heapAfter = after.liveHeapBytes().orElseThrow() / MIB;
        checks.measured("RSS before", before.rssBytes() / MIB, "MiB");
        checks.measured("RSS after", after.rssBytes() / MIB, "MiB");
        checks.measured("live heap before", heapBefore, "MiB");
        checks.atMost("growth of the live heap", heapAfter - heapBefore, MOST_HEAP_MIB, "MiB");
        checks.core(spent);
    }

    private static Usage.Spent overload(Stage stage, double capacity, Duration length, Checks checks)
            throws IOException, InterruptedException {
        double perSecond = TIMES_CAPACITY * capacity;
        int messages = (int) (capacity * MOST_ACCEPTED * length.plus(SETTLE).toSeconds()) + CONNECTIONS;
        CallLoad load = new CallLoad(stage, messages, CONNECTIONS, perSecond, SEED, SETTLE, length);
        Probes.ProbeTimes times = Probes.measure(stage, load.window(), PROBES_A_SECOND, SEED);
        CallLoad.Counts counts = load.await(PATIENCE, checks, "");
        double accepted = counts.acceptedMicros().size() / load.window().seconds();
        checks.errors(times.errors());
        checks.measured("capacity in a closed loop", capacity, "calls/s");
        checks.measured("sent", perSecond, "calls/s");
        checks.measured("accepted", accepted, "calls/s");
        checks.times("accepted", "accepted, microseconds", counts.acceptedMicros(), MOST_ACCEPTED_MILLIS);
        checks.atLeast("refused with 503", counts.refusedMicros().size(), 1, "");
        checks.exactly("refused without Retry-After", counts.withoutRetryAfter(), 0);
        checks.times("refused", "refused, microseconds", counts.refusedMicros(), MOST_MILLIS);
        checks.times(Probes.FILE_FIRST, Probes.FILE_SERIES, times.fileFirstMicros(), MOST_MILLIS);
        checks.times(Probes.HEALTH_FIRST, Probes.HEALTH_SERIES, times.healthFirstMicros(), MOST_MILLIS);
        checks.lag(times.lagMicros());
        return times.spent();
    }
}
