package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FanoutTimeTest extends FanoutOnManualTime {
    /** How far a measured time may be off, because the fan-out takes some time to serve all listeners. */
    private static final long SLACK = SECOND / 2;

    @Test
    void e06_noStreamIsSilentForLongerThanAHeartbeat() {
        long[] last = new long[40];
        for (int i = 0; i < last.length; i++) {
            int index = i;
            TestEventSink sink = new TestEventSink();
            stream(ALL, log.last(), sink);
            last[i] = loop.now();
            sink.onSend = batch -> {
                assertThat(batch.size()).isZero();
                assertThat(loop.now() - last[index]).isBetween(HEARTBEAT / 2, HEARTBEAT + SLACK);
                last[index] = loop.now();
            };
            loop.pass(HEARTBEAT / 17);
        }
        loop.pass(10 * HEARTBEAT);
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.batches).hasSizeBetween(9, 16));
    }

    @Test
    void e06_aHeartbeatIsACommentUnlessTheCursorHasMoved() {
        append(3);
        streams(1);
        loop.pass(2 * (HEARTBEAT + SLACK));
        assertThat(sinks.getFirst().batches)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(beat -> assertThat(beat.sse()).asString().isEqualTo(":\n\n"));
        TestEventSink filtered = new TestEventSink();
        stream(B, 0, filtered);
        loop.pass(3 * (HEARTBEAT + SLACK));
        assertThat(filtered.batches)
                .hasSizeGreaterThanOrEqualTo(3)
                .extracting(beat -> new String(beat.sse(), StandardCharsets.UTF_8))
                .startsWith("id: e-3\n\n", ":\n\n")
                .filteredOn(frame -> frame.startsWith("id: "))
                .hasSize(1);
    }

    @Test
    void e06_noHeartbeatComesWhileEventsDo() {
        streams(3);
        for (int event = 0; event < 40; event++) {
            loop.pass(HEARTBEAT / 2);
            append(1);
            loop.run();
        }
        assertThat(sinks).allSatisfy(sink -> {
            assertThat(sink.batches).hasSize(40);
            assertThat(sink.data()).isEqualTo(numbers(1, 40));
        });
    }

    @Test
    void e05_theHeartbeatOfAQuietTopicMovesItsCursor() {
        stream(B, 0, new TestEventSink());
        for (int second = 0; second < 4 * HEARTBEAT / SECOND; second++) {
            append(1);
            loop.pass(SECOND);
        }
        List<Batch> beats = sinks.getFirst().batches;
        assertThat(beats).hasSizeBetween(3, 5).allMatch(batch -> batch.size() == 0);
        assertThat(beats.getLast().next()).isGreaterThan(3 * HEARTBEAT / SECOND);
    }

    @Test
    void e07_aClientThatTakesNothingForAsLongAsTheLimitIsCutOff() {
        streams(2);
        TestEventSink stalled = sinks.getFirst();
        stalled.onSend = batch -> stalled.ready = false;
        append(1);
        loop.run();
        append(1);
        loop.pass(STALL - SECOND);
        assertThat(stalled.cutOffs).isZero();
        assertThat(fanout.lag()).isEqualTo(1);
        loop.pass(SECOND + HEARTBEAT / 8 + SLACK);
        assertThat(stalled.cutOffs).isOne();
        append(1);
        loop.pass(2 * STALL);
        assertThat(stalled.data()).isEqualTo(numbers(1, 1));
        assertThat(sinks.getLast().data()).isEqualTo(numbers(1, 3));
        assertThat(fanout.lag()).isZero();
    }

    @Test
    void aClientThatHasLeftLagsBehindNoMore() {
        poll(ALL, 0, 1, new TestEventSink());
        append(2);
        loop.run();
        assertThat(sinks.getFirst().data()).isEqualTo(numbers(1, 1));
        assertThat(fanout.lag()).isZero();
    }

    @Test
    void e07_aClientThatTakesSomethingInTimeIsNotCutOff() {
        Listener listener = streams(1).getFirst();
        TestEventSink slow = sinks.getFirst();
        slow.onSend = batch -> slow.ready = false;
        for (int event = 0; event < 10; event++) {
            append(1);
            loop.pass(STALL - SECOND);
            slow.ready = true;
            listener.ready();
        }
        assertThat(slow.cutOffs).isZero();
        assertThat(slow.data()).isEqualTo(numbers(1, 10));
    }

    @Test
    void t07_whereNobodyListensNothingRings() {
        streams(3).forEach(Listener::leave);
        poll(ALL, 0, 1, new TestEventSink()).leave();
        sinks.forEach(sink -> sink.left = true);
        loop.pass(HEARTBEAT);
        assertThat(loop.rings()).isZero();
    }

    @Test
    void l02_nothingInTimeIsABatchOfNothingWithTheCursorMoved() {
        poll(B, 0, 5, new TestEventSink());
        append(3);
        loop.pass(2 * SECOND - MILLISECOND);
        assertThat(sinks.getFirst().batches).isEmpty();
        loop.pass(2 * MILLISECOND);
        assertThat(sinks.getFirst().batches).hasSize(1);
        assertThat(sinks.getFirst().batches.getFirst().size()).isZero();
        assertThat(sinks.getFirst().batches.getFirst().cursor()).isEqualTo("e-3");
    }

    @Test
    void l03_aPollIsOneBatchOfAsManyAsItAskedForAndTheCursorGoesOnThere() {
        poll(ALL, 0, 2, new TestEventSink());
        append(5);
        loop.run();
        append(1);
        loop.pass(STALL);
        assertThat(sinks.getFirst().data()).isEqualTo(numbers(1, 2));
        poll(ALL, sinks.getFirst().batches.getFirst().next(), 10, new TestEventSink());
        assertThat(sinks.getLast().data()).as("at once").isEqualTo(numbers(3, 6));
        assertThat(sinks).allMatch(sink -> sink.batches.size() == 1);
        assertThat(loop.rings()).as("timers left").isZero();
    }

    @Test
    void l05_aPollFromElsewhereIsToldAtOnce() {
        append(1);
        poll(B, log.cursor("other-1"), 1, new TestEventSink());
        assertThat(sinks.getFirst().data()).containsExactly("{\"first\":\"e-1\",\"reason\":\"epoch\"}");
    }

    @Test
    void l04_oneEventReleasesAllPolls() {
        for (int waiter = 0; waiter < 1000; waiter++) {
            poll(ALL, 0, 1, new TestEventSink());
        }
        append(1);
        assertThat(loop.tasks()).isOne();
        loop.run();
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.data()).isEqualTo(numbers(1, 1)));
        assertThat(loop.rings()).isZero();
    }

    @Test
    void a03_atTheEndStreamsAreDismissedAndPollsAnswered() {
        streams(3);
        poll(ALL, 0, 1, new TestEventSink());
        fanout.dismiss();
        streams(1);
        poll(ALL, 0, 1, new TestEventSink());
        append(1);
        loop.pass(STALL);
        assertThat(sinks).filteredOn(sink -> sink.dismissals == 1).hasSize(4);
        assertThat(sinks).filteredOn(sink -> sink.batches.size() == 1).hasSize(2);
        assertThat(loop.rings()).isZero();
    }
}
