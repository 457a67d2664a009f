package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Tests listeners whose sink (the output to the client) throws an exception. All other listeners must still get their
 * events, and the exception must be reported.
 */
class FanoutFailureTest extends FanoutOnManualTime {
    private static RuntimeException fails() {
        return new IllegalStateException("fails");
    }

    @Test
    void e07_aSinkThatFailsWhenItIsGivenABatchHarmsNoOther() {
        TestEventSink fails = new TestEventSink();
        fails.onSend = batch -> {
            throw fails();
        };
        assertThatTheOthersGetEverything(fails);
        assertThat(fails.batches).hasSize(1);
        assertThat(fails.cutOffs).isOne();
        assertThat(uncaught.take()).hasSize(1);
    }

    @Test
    void e07_aSinkThatFailsWhenItIsAskedWhetherItIsReadyHarmsNoOther() {
        assertThatTheOthersGetEverything(new TestEventSink() {
            @Override
            public boolean isReady() {
                throw fails();
            }
        });
        assertThat(uncaught.take()).isNotEmpty();
    }

    /** The client's response must end before the error is reported, because the handler of errors may be slow. */
    @Test
    void e07_aSinkWithAnErrorIsCutOffBeforeTheErrorIsReported() {
        TestEventSink fails = new TestEventSink() {
            @Override
            public void cutOff() {
                super.cutOff();
                assertThat(uncaught.take()).isEmpty();
            }
        };
        fails.onSend = batch -> {
            throw new OutOfMemoryError("planted");
        };
        assertThatTheOthersGetEverything(fails);
        assertThat(fails.cutOffs).isOne();
        assertThat(uncaught.take()).singleElement().isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void e07_aSinkThatFailsWhenItIsCutOffHarmsNoOther() {
        TestEventSink fails = new TestEventSink() {
            @Override
            public void cutOff() {
                throw fails();
            }
        };
        fails.onSend = batch -> {
            throw fails();
        };
        assertThatTheOthersGetEverything(fails);
        assertThat(uncaught.take()).isNotEmpty();
    }

    private void assertThatTheOthersGetEverything(TestEventSink fails) {
        streams(5);
        stream(ALL, 0, fails);
        streams(5);
        sinks.remove(fails);
        for (int event = 0; event < 5; event++) {
            append(1);
            loop.run();
        }
        assertThat(sinks).hasSize(10).allSatisfy(sink -> assertThat(sink.data()).isEqualTo(numbers(1, 5)));
    }

    @Test
    void a03_aSinkThatFailsWhenItIsDismissedHarmsNoOther() {
        streams(5);
        TestEventSink fails = new TestEventSink() {
            @Override
            public void dismiss() {
                throw fails();
            }
        };
        stream(ALL, 0, fails);
        streams(5);
        fanout.dismiss();
        assertThat(fails.cutOffs).isOne();
        assertThat(sinks).filteredOn(sink -> sink.dismissals == 1).hasSize(10);
        assertThat(uncaught.take()).isNotEmpty();
    }
}
