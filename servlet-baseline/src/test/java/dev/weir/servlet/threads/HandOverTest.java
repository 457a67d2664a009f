package dev.weir.servlet.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HandOverTest {
    private final AtomicInteger closes = new AtomicInteger();
    private final AutoCloseable resource = closes::incrementAndGet;

    @Test
    void aResourceThatIsHandedOverStaysOpen() throws IOException {
        HandOver.of(resource, _ -> {});
        String answer = HandOver.answering(resource, _ -> "an answer");
        assertThat(answer).isEqualTo("an answer");
        assertThat(closes).hasValue(0);
    }

    @Test
    void aResourceThatIsNotHandedOverIsClosed() {
        IOException left = new IOException("the client has left");
        assertThatThrownBy(() -> HandOver.of(resource, _ -> {
                    throw left;
                }))
                .isSameAs(left);
        assertThat(closes).hasValue(1);
    }

    @Test
    void aFailureOfTheCloseIsSuppressed() {
        IllegalStateException close = new IllegalStateException("the close fails");
        AutoCloseable broken = () -> {
            throw close;
        };
        assertThatThrownBy(() -> HandOver.of(broken, _ -> {
                    throw new IOException("the client has left");
                }))
                .isInstanceOf(IOException.class)
                .hasSuppressedException(close);
    }
}
