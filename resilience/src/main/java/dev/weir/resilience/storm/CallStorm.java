package dev.weir.resilience.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.Window;
import dev.weir.perf.load.Window.SchedulingLag;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Memory;
import dev.weir.perf.server.Usage;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.Warmth;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A stress test ({@link Storm}) with three times as many SOAP calls as the server can answer. */
final class CallStorm {
    private static final int TIMES_CAPACITY = 3;
    private static final int CONNECTIONS = 256;
    private static final int CLOSED_CONNECTIONS = 16;
    private static final int CAPACITY_CALLS = 1_500;
    private static final int PROBES_A_SECOND = 50;
    private static final long SEED = 20260106;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final Duration WARM_WINDOW = Duration.ofSeconds(30); // compiles the code that refuses calls
    private static final double MOST_MILLIS = 20; // a few time slices of the calls on the same core
    private static final double MOST_ACCEPTED_MILLIS = 500; // three times the work of a full queue
    private static final double MOST_HEAP_MIB = 16; // the replay cache, and garbage not yet collected
    private static final double MIB = 1 << 20;

    static final Storm STORM = new Storm(
            "More SOAP calls than the server can compute (S08)",
            """
            A closed loop of %d calls over %d connections measures how many signed and encrypted calls a second the \
            server answers on its one core. Then %d times as many are sent for %d s, after %d s of warm-up at the same \
            rate, as a Poisson process (seed %d) over at most %d keep-alive connections. Each connection has its own \
            address, and one that replaces it has the same. Every message is signed in advance. A message refused with \
            503 is sent again later; the server must not have put it into its replay cache. Beside the calls a file of \
            %d bytes is asked for %d times a second, and health as often, with a connection each. Times count from the \
            planned instant. Every response is verified afterwards. The growth of the heap is that of a third \
            overload, as long as the second. Nothing else of it counts but its errors.\
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
            CallStorm::run);

    private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
        stage.serve(Storm.apart(0, CONNECTIONS).withCalls());
        Warmth.warm(stage.server(), 12, () -> {
            double calls = stage.calls(1_000, CLOSED_CONNECTIONS).answered();
            Probes.warm(stage, Duration.ofSeconds(2), 200, SEED);
            return calls;
        });
        stage.pin();
        double capacity = stage.calls(CAPACITY_CALLS, CLOSED_CONNECTIONS).perSecond();
        Checks unmeasured = new Checks();
        overload(stage, capacity, WARM_WINDOW, unmeasured);
        Usage.Spent spent = overload(stage, capacity, WINDOW, checks);
        Memory before = stage.server().memory();
        overload(stage, capacity, WINDOW, unmeasured);
        checks.errors(unmeasured);
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
        // The server may accept more calls than its measured capacity, because it goes on warming up.
        int messages = (int) (2 * capacity * length.plus(SETTLE).toSeconds()) + CONNECTIONS;
        CallLoad load = new CallLoad(stage, messages, CONNECTIONS, Arrivals.poisson(perSecond, SEED), SETTLE, length);
        Probes.ProbeTimes times = Probes.measure(stage, load.window(), PROBES_A_SECOND, SEED);
        load.await(Duration.ofSeconds(20), checks, "");
        double accepted = load.acceptedMicros.size() / load.window().seconds();
        checks.errors(times.errors());
        checks.measured("capacity in a closed loop", capacity, "calls/s");
        checks.measured("sent", perSecond, "calls/s");
        checks.measured("accepted", accepted, "calls/s");
        checks.times("accepted", "accepted, microseconds", load.acceptedMicros, MOST_ACCEPTED_MILLIS);
        checks.atLeast("refused with 503", load.refusedMicros.size(), 1, "");
        checks.exactly("refused without Retry-After", load.withoutRetryAfter, 0);
        checks.times("refused", "refused, microseconds", load.refusedMicros, MOST_MILLIS);
        times.checkFile(checks, MOST_MILLIS);
        times.checkHealth(checks, MOST_MILLIS);
        checks.lag(times.lagMicros());
        return times.spent();
    }

    static final class CallLoad implements Calls.Listener {
        private final Stage stage;
        private final Window window;
        private final CallRound.Signer signer = SignerProcess.ofThisRun();
        private final List<Calls.AnsweredCall> answers = new ArrayList<>();
        final List<Long> acceptedMicros = new ArrayList<>();
        final List<Long> refusedMicros = new ArrayList<>();
        long withoutRetryAfter;
        private final RequestLoad load;
        final SchedulingLag lag;

        CallLoad(Stage stage, int messages, int connections, Arrivals arrivals, Duration settle, Duration length)
                throws InterruptedException {
            this.stage = stage;
            Calls calls = new Calls(stage.address(), signer.sign(messages), this);
            System.gc();
            window = Window.after(settle, length);
            lag = SchedulingLag.probe(stage.generator, window);
            load = new RequestLoad(stage.generator, calls, window, stage.generator::freshAddress)
                    .startOpen(connections, arrivals, System::nanoTime);
        }

        Window window() {
            return window;
        }

        void await(Duration patience, Checks checks, String when) throws InterruptedException {
            try {
                load.await(patience);
            } catch (IllegalStateException _) {
                checks.error("calls are never answered" + when);
            }
            checks.errors(stage.ask(load::recording).errors(), when);
            stage.execute(load::close); // no answer comes afterwards
            checks.errors(signer.wrong(stage.ask(() -> List.copyOf(answers))), when);
        }

        @Override
        public void answered(Calls.AnsweredCall call, Times times) {
            answers.add(call);
            note(acceptedMicros, times);
        }

        @Override
        public boolean refused(boolean saysWhen, Times times) {
            note(refusedMicros, times);
            withoutRetryAfter += saysWhen ? 0 : 1;
            return true;
        }

        private void note(List<Long> micros, Times times) {
            if (window.contains(times.intendedNanos())) {
                micros.add(TimeUnit.NANOSECONDS.toMicros(times.answeredNanos() - times.intendedNanos()));
            }
        }
    }
}
