package dev.weir.servlet.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.junit.jupiter.api.Test;

class SpreadTimeoutsTest {
    private static final int COUNT = 2_000;

    private final List<Processor> looked = new ArrayList<>();
    private final SpreadTimeouts timeouts = new SpreadTimeouts();
    private final List<Processor> waiting = new ArrayList<>();

    SpreadTimeoutsTest() {
        for (int i = 0; i < COUNT; i++) {
            AbstractProcessor processor = new Http11Processor(new Http11NioProtocol(), null) {
                @Override
                public void timeoutAsync(long now) {
                    looked.add(this);
                }
            };
            waiting.add(processor);
            timeouts.add(processor);
        }
    }

    @Test
    void eachIsLookedAtOnceInARoundAndFewAtATime() {
        int before = 0;
        for (int i = 0; i < SpreadTimeouts.PARTS; i++) {
            timeouts.look(0);
            assertThat(looked.size() - before).as("in one look").isBetween(1, COUNT / 10);
            before = looked.size();
        }
        assertThat(looked).containsExactlyInAnyOrderElementsOf(waiting);
    }

    @Test
    void whoWaitsNoLongerIsForgotten() {
        waiting.forEach(timeouts::remove);
        for (int i = 0; i < SpreadTimeouts.PARTS; i++) {
            timeouts.look(0);
        }
        assertThat(looked).isEmpty();
    }
}
