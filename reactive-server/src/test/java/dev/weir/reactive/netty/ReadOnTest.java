package dev.weir.reactive.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Tests {@link ReadOn} on a server of Reactor Netty that is told late that its first response was sent. */
class ReadOnTest {
    private static final int PATIENCE_MS = 1_000;

    @Test
    void m_aConnectionAnswersTheRequestAfterAQueuedOne() throws IOException {
        answersThreeRequests(channel -> ReadOn.install(channel.pipeline()));
    }

    /** If this test fails, Reactor Netty is mended, and {@link ReadOn} can go. */
    @Test
    void m_reactorNettyAloneStopsReading() {
        assertThatThrownBy(() -> answersThreeRequests(channel -> {})).isInstanceOf(SocketTimeoutException.class);
    }

    private static void answersThreeRequests(Consumer<Channel> setup) throws IOException {
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .doOnChannelInit((observer, channel, unset) -> {
                    setup.accept(channel);
                    channel.pipeline().addFirst(new LateOnce());
                })
                .handle((request, response) -> response.status(204).send())
                .bindNow();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.setSoTimeout(PATIENCE_MS);
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            for (int i = 0; i < 3; i++) {
                client.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(answers.readLine()).startsWith("HTTP/1.1 204");
                while (!answers.readLine().isEmpty()) {
                    // a header field
                }
            }
        } finally {
            server.disposeNow();
        }
    }

    /** Reports that the first response was sent only when the client has long sent the next request. */
    private static final class LateOnce extends ChannelOutboundHandlerAdapter {
        private boolean done;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (done) {
                var _ = context.write(message, promise);
                return;
            }
            done = true;
            ChannelPromise told = promise.unvoid();
            context.write(message).addListener(sent -> {
                Runnable tell = () -> told.trySuccess();
                var _ = context.executor().schedule(tell, PATIENCE_MS / 4, TimeUnit.MILLISECONDS);
            });
        }
    }
}
