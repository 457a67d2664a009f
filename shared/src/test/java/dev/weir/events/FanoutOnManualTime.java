package dev.weir.events;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** The base of tests with an event log and its listeners. Their event loop runs tasks only when a test tells it to. */
abstract class FanoutOnManualTime {
    static final long MILLISECOND = Duration.ofMillis(1).toNanos();
    static final long SECOND = Duration.ofSeconds(1).toNanos();
    static final long HEARTBEAT = 16 * SECOND;
    static final long STALL = 40 * SECOND;
    static final Topics ALL = Topics.of(List.of());
    static final Topics A = Topics.of(List.of("a"));
    static final Topics B = Topics.of(List.of("b"));

    /** An event loop with a simulated clock. Each reading of the clock advances it by a third of a millisecond. */
    final ManualLoop loop = new ManualLoop(MILLISECOND / 3);

    final EventLog log = new EventLog("e", 10_000, Long.MAX_VALUE);
    final Fanout fanout = fanout(log, loop);
    final List<TestEventSink> sinks = new ArrayList<>();

    final Uncaught uncaught = new Uncaught();

    FanoutOnManualTime() {
        var _ = log.listen(fanout::wake);
    }

    @AfterEach
    void nobodyFailed() {
        uncaught.close();
    }

    static Fanout fanout(EventLog log, ManualLoop loop) {
        EventLimits limits = new EventLimits(
                1, 1, Duration.ofNanos(HEARTBEAT), Duration.ofNanos(STALL)); // the fan-out does not use the first two
        return new Fanout(log, loop, loop, limits, loop);
    }

    final List<Listener> streams(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> stream(ALL, log.last(), new TestEventSink()))
                .toList();
    }

    final Listener stream(Topics topics, long after, TestEventSink sink) {
        sinks.add(sink);
        return fanout.stream(topics, after, sink);
    }

    final Listener poll(Topics topics, long after, int mostEvents, TestEventSink sink) {
        sinks.add(sink);
        return fanout.poll(topics, after, mostEvents, Duration.ofNanos(2 * SECOND), sink);
    }

    final void append(int count) {
        for (int i = 0; i < count; i++) {
            log.append("a", null, String.valueOf(log.last() + 1));
        }
    }

    static List<String> numbers(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(String::valueOf).toList();
    }
}
