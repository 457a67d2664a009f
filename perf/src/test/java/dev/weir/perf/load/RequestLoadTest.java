package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestLoadTest {
    private static final String BODY = "{\"message\":\"Hello, world!\"}";
    private static final byte[] RIGHT = answer("", BODY);
    private static final byte[] LAST = answer("Connection: close\r\n", BODY);
    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Generator generator = new Generator(true);
    private final Window window = Window.after(Duration.ZERO, Duration.ofMillis(200));

    @AfterEach
    void close() {
        generator.close();
    }

    @Test
    void aStallDelaysAnswersButNoIntendedStart() throws Exception {
        CountDownLatch stall = new CountDownLatch(1);
        ScriptedServer.Script script = _ -> {
            stall.await();
            return RIGHT;
        };
        try (ScriptedServer server = new ScriptedServer(UNLIMITED, script)) {
            // At that time, every planned start is over, and two requests wait for their answers.
            generator.execute(() -> generator.at(window.toNanos(), stall::countDown));
            RequestRecorder.RequestRecording recording = open(server, 2, Arrivals.constant(5000));
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.planned()).isEqualTo(1000);
            assertThat(recording.answered()).isEqualTo(1000);
            assertThat(server.requests()).isEqualTo(1000);
            assertThat(server.clients()).hasSize(2);
            Histogram response = recording.responseMicros();
            for (int millis = 20; millis < 200; millis += 20) {
                long startedEarlier = (200L - millis) * 5;
                assertThat(response.getCountBetweenValues(millis * 999L, response.getMaxValue()))
                        .as("responses of at least " + millis + " ms")
                        .isGreaterThanOrEqualTo(startedEarlier);
            }
        }
    }

    @Test
    void noRequestIsServedLongerThanItsResponseTook() throws Exception {
        try (ScriptedServer server = new ScriptedServer(UNLIMITED, _ -> RIGHT)) {
            RequestRecorder.RequestRecording recording = open(server, 4, Arrivals.poisson(2000, 5));
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.answered()).isEqualTo(recording.planned()).isEqualTo(server.requests());
            for (int percentile = 0; percentile <= 100; percentile++) {
                assertThat(recording.responseMicros().getValueAtPercentile(percentile))
                        .isGreaterThanOrEqualTo(recording.serviceMicros().getValueAtPercentile(percentile));
            }
        }
    }

    @Test
    void aClosedLoadCountsEveryRequestOnce() throws Exception {
        try (ScriptedServer server = new ScriptedServer(UNLIMITED, _ -> RIGHT)) {
            RequestRecorder.RequestRecording recording = closed(server, 3);
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.answered())
                    .isPositive()
                    .isEqualTo(recording.planned())
                    .isEqualTo(server.requests());
            assertThat(server.clients()).hasSize(3);
        }
    }

    @Test
    void theFirstRequestsAreSentAndTimedAndNoMore() throws Exception {
        try (ScriptedServer server = new ScriptedServer(UNLIMITED, _ -> RIGHT)) {
            Window longer = Window.after(Duration.ZERO, PATIENCE); // longer than needed
            List<Long> micros = new ArrayList<>();
            Requests first =
                    target(server).first(5, (_, sentNanos, answeredNanos) -> micros.add(answeredNanos - sentNanos));
            RequestRecorder.RequestRecording recording = new RequestLoad(
                            generator, first, longer, generator::freshAddress)
                    .startClosed(2)
                    .await(PATIENCE);
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.answered()).isEqualTo(5).isEqualTo(server.requests());
            assertThat(generator.ask(() -> List.copyOf(micros))).hasSize(5).allMatch(time -> time > 0);
        }
    }

    @Test
    void aConnectionThatTheServerMayEndIsReplaced() throws Exception {
        try (ScriptedServer server = new ScriptedServer(1, _ -> LAST)) {
            RequestRecorder.RequestRecording recording = closed(server, 3);
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.answered()).isPositive().isEqualTo(server.requests());
            assertThat(server.clients()).hasSizeGreaterThanOrEqualTo(server.requests());
            // A client that connects again keeps its address. To the server, another one would be a new client.
            assertThat(Set.copyOf(server.clients())).hasSize(3);
        }
    }

    @Test
    void aConnectionThatEndsInsteadOfAnAnswerIsAnError() throws Exception {
        assertOneLost(null, "closed without an answer");
    }

    @Test
    void aWrongAnswerIsAnError() throws Exception {
        assertOneLost(answer("", BODY.replace('!', '?')), "wrong byte in the body");
        assertOneLost(answer("", BODY + " "), "Content-Length 28 instead of 27");
        assertOneLost(
                (new String(RIGHT, StandardCharsets.US_ASCII) + " ").getBytes(StandardCharsets.US_ASCII),
                "bytes after the end of the body");
        assertOneLost("HTTP/1.1 429 Busy\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "status 429");
    }

    @Test
    void aServerThatIsNotThereIsAnError() throws Exception {
        try (Socket nobody = new Socket()) {
            nobody.bind(new InetSocketAddress(
                    InetAddress.ofLiteral("127.0.0.1"), 0)); // bound, but not listening, so nobody else can listen
            InetSocketAddress address = (InetSocketAddress) nobody.getLocalSocketAddress();
            Map<String, Long> errors = new RequestLoad(generator, target(address), window, Generator::anyAddress)
                    .startClosed(1)
                    .await(PATIENCE)
                    .errors();
            assertThat(errors.keySet())
                    .allMatch(reason -> reason.startsWith("connect: "))
                    .isNotEmpty();
        }
    }

    /** Answers the third request with {@code third}, or closes the connection if null. Only this request must fail. */
    private void assertOneLost(byte @Nullable [] third, String reason) throws Exception {
        Window ofThis = Window.after(Duration.ZERO, Duration.ofMillis(300));
        try (ScriptedServer server = new ScriptedServer(UNLIMITED, request -> request == 3 ? third : RIGHT)) {
            RequestRecorder.RequestRecording recording = new RequestLoad(
                            generator, target(server), ofThis, Generator::anyAddress)
                    .startClosed(1)
                    .await(PATIENCE);
            assertThat(recording.errors()).containsExactly(Map.entry(reason, 1L));
            assertThat(recording.planned() - recording.answered()).isEqualTo(1);
            assertThat(server.requests()).isEqualTo(recording.planned());
        }
    }

    private RequestRecorder.RequestRecording open(ScriptedServer server, int connections, Arrivals arrivals)
            throws Exception {
        return new RequestLoad(generator, target(server), window, Generator::anyAddress)
                .startOpen(connections, arrivals, window::fromNanos)
                .await(PATIENCE);
    }

    private RequestRecorder.RequestRecording closed(ScriptedServer server, int connections) throws Exception {
        return new RequestLoad(generator, target(server), window, generator::freshAddress)
                .startClosed(connections)
                .await(PATIENCE);
    }

    private static Target target(ScriptedServer server) {
        return target(server.address());
    }

    private static Target target(InetSocketAddress address) {
        return new Target(address, "/", Target.ExpectedBody.of(BODY.getBytes(StandardCharsets.US_ASCII)));
    }

    private static byte[] answer(String header, String body) {
        return ("HTTP/1.1 200 OK\r\n" + header + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
