package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests request bodies whose HTTP/2 stream the client resets before they are complete (RFC 9113, 8.1). */
public interface ResetBodyContract extends ContractPart {
    int ROUNDS = 50;
    int STEP_MICROS = 20;

    /**
     * A part of an event arrives, and then a reset, at once or up to a millisecond later. Nothing may be published. If
     * this fails, check that the server does not take a reset for the end of the body.
     */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 9", "X-No-Length: 1"})
    default void p01_aBodyThatIsResetPublishesNothing(String field) {
        long last = server().events().last();
        for (int round = 0; round < ROUNDS; round++) {
            String mark = LoggedAccess.mark();
            try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
                Http2Stream stream = connection.begin(
                        "POST", "/events?" + mark, SlowRequestContract.PUBLISHER, "Content-Type: text/plain", field);
                stream.send(new byte[] {'a', 'b', 'c'}, false);
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos((long) round * STEP_MICROS));
                stream.cancel();
                LoggedAccess.with(mark, server());
            }
        }
        assertThat(server().events().last()).isEqualTo(last);
    }
}
