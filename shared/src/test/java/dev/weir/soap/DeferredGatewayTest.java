package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeferredGatewayTest {
    @Test
    void aFailureIsKnownAndNotRepeated() {
        AtomicInteger tries = new AtomicInteger();
        DeferredGateway gateway = new DeferredGateway(() -> {
            tries.incrementAndGet();
            throw new IOException("no space");
        });
        assertThat(gateway.hasFailed()).isFalse();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(gateway::get).isInstanceOf(IllegalStateException.class);
            assertThat(gateway.hasFailed()).isTrue();
        }
        assertThat(tries).hasValue(1);
    }

    @Test
    void aGatewayThatExistsHasNotFailed() {
        DeferredGateway gateway = new DeferredGateway(GatewayFixture::gateway);
        assertThat(gateway.get()).isSameAs(gateway.get());
        assertThat(gateway.hasFailed()).isFalse();
    }
}
