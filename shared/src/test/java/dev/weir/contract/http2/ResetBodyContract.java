package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.SuiteSettings;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests HTTP/2 streams that the client or the server resets while a request is open (RFC 9113, 8.1). */
public interface ResetBodyContract extends ContractPart {
    int ROUNDS = 50;
    int STEP_MICROS = 20;

    /**
     * The client sends a part of an event, and resets the stream at once or up to a millisecond later. Nothing may be
     * published. In the second case, the body has no Content-Length. If this fails, check that the server does not take
     * a reset for the end of the body.
     */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 9", "X-No-Length: 1"})
    default void p01_aBodyThatIsResetPublishesNothing(String field) {
        long last = server().events().last();
        for (int round = 0; round < ROUNDS; round++) {
            String mark = LoggedAccess.mark();
            try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
                Http2Stream stream = connection.begin(
                        "POST",
                        "/events?" + mark,
                        SlowRequestContract.PUBLISHER,
                        "Content-Type: text/plain",
                        field,
                        "Expect: 100-continue");
                stream.awaitContinue();
                stream.send(new byte[] {'a', 'b', 'c'}, false);
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos((long) round * STEP_MICROS));
                stream.cancel();
                assertThat(LoggedAccess.with(mark, server()).status()).isEqualTo(499);
            }
        }
        assertThat(server().events().last()).isEqualTo(last);
    }

    /**
     * The server resets a stream whose content is longer than its Content-Length (RFC 9113, 8.1.1). If this fails,
     * check that the request then ends, too. If a stream is reset before Tomcat serves its request, Tomcat does not log
     * the request. So the test waits until the server asks for the body.
     */
    @ParameterizedTest
    @CsvSource({"/events, text/plain", "/ws, text/xml"})
    default void x05_aRequestWhoseStreamTheServerResetsEnds(String target, String type) {
        int before = server().log().length();
        String mark = LoggedAccess.mark();
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.begin(
                    "POST",
                    target + "?" + mark,
                    SlowRequestContract.PUBLISHER,
                    "Content-Type: " + type,
                    "Content-Length: 4",
                    "Expect: 100-continue");
            stream.awaitContinue();
            stream.send(new byte[] {'a', 'b', 'c'}, false);
            stream.send(new byte[] {'d', 'e'}, false);
            connection.ping();
            LoggedAccess.with(mark, server());
        }
        assertNoAlarm(before);
    }

    /** The server resets the stream of a waiting response, because the client opens its window by 0 (RFC 9113, 6.9). */
    @ParameterizedTest
    @ValueSource(strings = {"/events/next?timeout=30&", "/events?", "/files/large.bin?"})
    default void x05_aWaitingResponseWhoseStreamTheServerResetsEnds(String target) throws IOException {
        int before = server().log().length();
        String mark = LoggedAccess.mark();
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.open("GET", target + mark, "X-API-Key: " + SuiteSettings.SLOW_KEY);
            if (target.startsWith("/events/next")) {
                Eventually.meterIs(server(), "weir.events.subscribers", 1);
            } else {
                stream.head().assertStatus(200);
            }
            connection.socket().out().write(HexFormat.of().parseHex("0000040800%08x00000000".formatted(stream.id())));
            connection.ping();
            LoggedAccess.with(mark, server());
        }
        assertNoAlarm(before);
    }

    /** Checks that the client's fault is not logged as one of the server (rule X04). */
    private void assertNoAlarm(int before) {
        assertThat(server().log().substring(before).lines())
                .noneMatch(line -> line.matches(".* ERROR .*|.* WARN .*(reactor|stream|Http2).*"));
    }
}
