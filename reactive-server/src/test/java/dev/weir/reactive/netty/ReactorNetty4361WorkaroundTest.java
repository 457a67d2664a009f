package dev.weir.reactive.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * Tests a server of Reactor Netty with two pipelined requests and a third one behind them. The server is slow to answer
 * the first request, so the second request waits in the queue. The server answers the second and third at once.
 */
class ReactorNetty4361WorkaroundTest {
    private static final String REQUEST = "GET /%s HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int PATIENCE_MS = 2_000;

    @Test
    void m_aConnectionAnswersTheRequestAfterAQueuedOne() throws IOException {
        assertThat(answers(new ReactorNetty4361Workaround()::apply)).isEqualTo(3);
    }

    /** If this test fails, Reactor Netty is mended, and the workaround can go. */
    @Test
    void m_reactorNettyAloneStopsReading() throws IOException {
        assertThat(answers(UnaryOperator.identity())).isEqualTo(2);
    }

    /** Returns how many of the three requests the server answers. */
    private static int answers(UnaryOperator<HttpServer> setup) throws IOException {
        DisposableServer server = setup.apply(
                        HttpServer.create().host("127.0.0.1").port(0))
                .handle((request, response) -> {
                    Mono<Void> answer = response.status(204).send();
                    return request.uri().equals("/slow")
                            ? Mono.delay(Duration.ofMillis(50)).then(answer)
                            : answer;
                })
                .bindNow();
        int answers = 0;
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.setSoTimeout(PATIENCE_MS);
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            send(client, REQUEST.formatted("slow") + REQUEST.formatted(""));
            for (; answers < 3; answers++) {
                if (answers == 2) {
                    send(client, REQUEST.formatted(""));
                }
                assertThat(lines.readLine()).startsWith("HTTP/1.1 204");
                while (!lines.readLine().isEmpty()) {
                    // a header field
                }
            }
        } catch (SocketTimeoutException e) {
            return answers;
        } finally {
            server.disposeNow();
        }
        return answers;
    }

    private static void send(Socket client, String requests) throws IOException {
        client.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
    }
}
