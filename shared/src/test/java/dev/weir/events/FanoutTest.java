package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FanoutTest extends FanoutOnManualTime {
    @Test
    void e03_everybodyGetsAllInOrderThoughMoreComesBetweenTheSlices() {
        streams(50);
        append(1);
        int steps = 0;
        for (; loop.step(); steps++) {
            append(log.last() < 20 ? 1 : 0);
        }
        assertThat(steps).as("slices").isGreaterThan(50);
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.data()).isEqualTo(numbers(1, 20)));
    }

    /**
     * A round visits each listener once. If an event comes during a round, the next round must send it to the listeners
     * that this round has already visited.
     */
    @Test
    void e03_anEventThatComesWhileAListenerIsServedIsNotForgotten() {
        streams(2);
        sinks.forEach(sink -> sink.onSend = batch -> append(served() == 2 && log.last() == 1 ? 1 : 0));
        append(1);
        loop.run();
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.data()).isEqualTo(numbers(1, 2)));
    }

    @Test
    void e07_betweenSlicesOfAMillisecondTheLoopDoesOtherWork() {
        streams(50);
        append(1);
        long begin = loop.now();
        assertThat(loop.step()).isTrue();
        assertThat(loop.now() - begin).isLessThanOrEqualTo(2 * MILLISECOND);
        List<Long> served = new ArrayList<>();
        loop.execute(() -> served.add(served()));
        loop.run();
        assertThat(served.getFirst()).isBetween(1L, 10L);
        assertThat(served()).isEqualTo(50);
    }

    private long served() {
        return sinks.stream().filter(sink -> !sink.batches.isEmpty()).count();
    }

    @Test
    void l04_howeverManyEventsThereAreTheyCostTheLoopOneTask() {
        streams(3);
        append(40);
        assertThat(loop.tasks()).isOne();
        loop.run();
        assertThat(sinks).allSatisfy(sink -> {
            assertThat(sink.batches).hasSize(1);
            assertThat(sink.data()).isEqualTo(numbers(1, 40));
        });
        append(1);
        assertThat(loop.tasks()).as("tasks after the next event").isOne();
    }

    @Test
    void e08_listenersAtTheSamePlaceGetTheSameBatch() {
        streams(20);
        stream(A, 0, new TestEventSink());
        stream(Topics.of(List.of("a")), 0, new TestEventSink());
        append(3);
        loop.run();
        Batch all = sinks.getFirst().batches.getFirst();
        assertThat(sinks.subList(0, 20))
                .allSatisfy(sink -> assertThat(sink.batches).containsExactly(all));
        assertThat(sinks.get(20).batches).isEqualTo(sinks.get(21).batches).isNotEqualTo(List.of(all));
        assertThat(log.encoded()).isEqualTo(3);
    }

    @Test
    void e03_keptEventsComeAtOnceAndThenNewOnes() {
        append(5);
        stream(ALL, 2, new TestEventSink());
        assertThat(sinks.getFirst().data()).isEqualTo(numbers(3, 5));
        append(2);
        loop.run();
        assertThat(sinks.getFirst().data()).isEqualTo(numbers(3, 7));
    }

    @Test
    void e04_aClientThatComesFromElsewhereIsToldAndGetsTheKeptEvents() {
        append(2);
        stream(ALL, log.cursor("other-1"), new TestEventSink());
        assertThat(sinks.getFirst().data()).containsExactly("{\"first\":\"e-1\",\"reason\":\"epoch\"}", "1", "2");
    }

    @Test
    void e05_eachListenerGetsTheEventsOfItsTopics() {
        stream(A, 0, new TestEventSink());
        stream(B, 0, new TestEventSink());
        append(2);
        log.append("b", null, "3");
        loop.run();
        assertThat(sinks.get(0).data()).containsExactly("1", "2");
        assertThat(sinks.get(1).data()).containsExactly("3");
    }

    @Test
    void e07_aClientThatIsNotReadyHoldsUpNobodyAndGetsAllOnceItIs() {
        List<Listener> listeners = streams(9);
        sinks.get(4).ready = false;
        append(30);
        loop.run();
        append(30);
        loop.run();
        assertThat(sinks.get(4).batches).isEmpty();
        sinks.get(4).ready = true;
        listeners.get(4).ready();
        loop.run();
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.data()).isEqualTo(numbers(1, 60)));
    }

    /** A listener that is far behind must get batches of limited size. Other listeners must be served in between. */
    @Test
    void e07_aClientThatIsFarBehindGetsPartsOfItAndTheOthersGoOnMeanwhile() {
        String data = "x".repeat(1000);
        for (int i = 0; i < 500; i++) {
            log.append("b", null, data);
        }
        loop.run();
        TestEventSink behind = new TestEventSink();
        behind.onSend = batch -> assertThat(batch.sse().length).isLessThanOrEqualTo(32 * 1024);
        streams(1);
        stream(ALL, 0, behind);
        append(1);
        for (int step = 0; step < 3; step++) {
            loop.step();
        }
        assertThat(sinks.getFirst().data()).containsExactly("501");
        assertThat(behind.data().size()).isBetween(20, 200);
        loop.run();
        assertThat(behind.data()).hasSize(501).endsWith(data, "501");
    }

    @Test
    void e03_aClientThatCanTakeOnlyOneBatchAtATimeGetsAll() {
        TestEventSink slow = new TestEventSink();
        slow.onSend = batch -> slow.ready = false;
        Listener listener = stream(ALL, 0, slow);
        for (int event = 1; event <= 5; event++) {
            append(1);
            loop.run();
            slow.ready = true;
            listener.ready();
        }
        assertThat(slow.data()).isEqualTo(numbers(1, 5));
    }

    /** For all pairs of listeners: one leaves while the other is served. All other listeners must get their events. */
    @Test
    void e09_aClientThatLeavesDuringARoundCostsTheOthersNothing() {
        for (int served = 0; served < 8; served++) {
            for (int leaves = 0; leaves < 8; leaves++) {
                assertNobodyElseMisses(served, leaves);
            }
        }
    }

    private void assertNobodyElseMisses(int served, int leaves) {
        sinks.clear();
        List<Listener> listeners = streams(8);
        int first = (int) log.last() + 1;
        TestEventSink gone = sinks.get(leaves);
        sinks.get(served).onSend = batch -> {
            gone.left = true;
            listeners.get(leaves).leave();
            listeners.get(leaves).leave();
        };
        append(1);
        loop.run();
        append(1);
        loop.run();
        List<TestEventSink> stay = sinks.stream().filter(sink -> !sink.left).toList();
        assertThat(stay).hasSize(7).allSatisfy(sink -> assertThat(sink.data()).isEqualTo(numbers(first, first + 1)));
        listeners.forEach(Listener::leave);
    }

    @Test
    void e09_aClientThatHasLeftIsNotServedThoughItBecomesReady() {
        Listener listener = streams(1).getFirst();
        append(1);
        listener.leave();
        sinks.getFirst().left = true;
        loop.run();
        listener.ready();
        assertThat(sinks.getFirst().batches).isEmpty();
    }
}
