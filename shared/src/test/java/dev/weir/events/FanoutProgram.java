package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Does random things with the listeners of one event loop. Appends events, moves the time, and adds, ends and stalls
 * listeners.
 */
final class FanoutProgram {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Random random;
    private final Uncaught uncaught;
    private final EventLog log;
    private final ManualLoop loop;
    private final Fanout fanout;
    private final List<Published> published = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private boolean calm;

    FanoutProgram(Random random, int mostKept, Uncaught uncaught) {
        this.random = random;
        this.uncaught = uncaught;
        this.log = new EventLog("e", mostKept, Long.MAX_VALUE);
        this.loop = new ManualLoop(random.nextInt(3) * FanoutOnManualTime.MILLISECOND / 2);
        this.fanout = FanoutOnManualTime.fanout(log, loop);
        var _ = log.listen(fanout::wake);
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(24)) {
                case 0 -> join();
                case 1 -> one(Reader::isListening).forEach(Reader::leave);
                case 2, 3 -> one(reader -> !reader.isListening()).forEach(Reader::listen);
                case 4, 5, 6 -> one(reader -> !reader.sink.ready).forEach(Reader::ready);
                case 7 -> loop.pass((long) (random.nextDouble() * FanoutOnManualTime.STALL / 2));
                case 8 -> settle();
                case 9, 10, 11, 12, 13, 14 -> append();
                default -> loop.step();
            }
            uncaught.check();
        }
    }

    private void join() {
        long after = random.nextInt(4) == 0 ? log.cursor("other-1") : random.nextInt(published.size() + 1);
        readers.add(new Reader(after, random.nextInt(3) == 0));
    }

    private List<Reader> one(Predicate<Reader> which) {
        List<Reader> some = readers.stream().filter(which).toList();
        return some.isEmpty() ? some : List.of(some.get(random.nextInt(some.size())));
    }

    private void append() {
        Published event = Programs.event(random, published.size());
        published.add(event);
        log.append(event.topic(), null, event.data());
    }

    /**
     * Called each time a listener gets events. Sometimes appends an event and ends other listeners. Does so rarely,
     * because the event leads to further calls, and the loop must become idle in the end.
     */
    private void meanwhile() {
        if (!calm && random.nextInt(60) == 0) {
            append();
            for (int leave = random.nextInt(4); leave > 0; leave--) {
                one(reader -> reader.isListening() && !reader.begins).forEach(Reader::leave);
            }
        }
    }

    /** Runs the loop until it is idle. Then checks that no ready listener lacks an event. */
    private void settle() {
        loop.run();
        uncaught.check();
        for (Reader reader : readers) {
            assertThat(reader.isListening() && reader.sink.ready && reader.follower.isBehind())
                    .as("lacks an event")
                    .isFalse();
        }
    }

    /** Lets all listeners catch up, and checks that each has got all events. A poller may need many polls. */
    void end() {
        calm = true;
        readers.forEach(Reader::ready);
        settle();
        for (int poll = 0; poll <= published.size(); poll++) {
            readers.stream().filter(reader -> !reader.isListening()).forEach(Reader::listen);
            settle();
        }
        readers.stream().filter(reader -> !reader.isListening()).forEach(Reader::listen);
        loop.pass(2 * FanoutOnManualTime.HEARTBEAT);
        uncaught.check();
        assertThat(readers).allMatch(reader -> reader.follower.cursor() == published.size());
    }

    /**
     * Returns whether no client lost events. A client that began with the cursor of another log must have got one gap
     * event. No other client may have got a gap event.
     */
    boolean isWithoutLoss() {
        return readers.stream().allMatch(reader -> reader.follower.gaps() == reader.gaps);
    }

    /**
     * A client with a stream or a series of polls. It reconnects with its last cursor. Sometimes it cannot take events.
     */
    private final class Reader {
        final Follower follower;
        final int gaps;
        private final boolean polls;
        TestEventSink sink;
        /**
         * True while {@link #begin} registers a new listener. The fan-out may already serve the listener during this
         * time.
         */
        boolean begins;

        private Listener listener;

        Reader(long after, boolean polls) {
            this.follower = new Follower(published, Programs.topics(random), after);
            this.gaps = after < 0 ? 1 : 0;
            this.polls = polls;
            this.sink = sink();
            this.listener = begin();
        }

        private TestEventSink sink() {
            TestEventSink fresh = new TestEventSink();
            fresh.onSend = batch -> {
                follower.take(batch);
                fresh.ready = calm || polls || random.nextInt(3) > 0;
                meanwhile();
            };
            return fresh;
        }

        private Listener begin() {
            begins = true;
            Topics topics = Topics.of(follower.topics);
            Listener begun = polls
                    ? fanout.poll(topics, follower.cursor(), 1 + random.nextInt(5), TIMEOUT, sink)
                    : fanout.stream(topics, follower.cursor(), sink);
            begins = false;
            return begun;
        }

        void listen() {
            sink = sink();
            listener = begin();
        }

        boolean isListening() {
            return !sink.hasEnded() && !(polls && !sink.batches.isEmpty());
        }

        void ready() {
            sink.ready = true;
            listener.ready();
        }

        void leave() {
            sink.left = true;
            listener.leave();
        }
    }
}
