package dev.weir.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.blockhound.BlockingOperationError;
import reactor.netty.resources.LoopResources;

/** Tests that connections use native epoll, and that BlockHound finds a blocked event loop (rule M). */
class EventLoopTest {
    private static ConfigurableApplicationContext context = new SpringApplicationBuilder(
                    ReactiveServer.class, Channels.class)
            .run("--server.port=0", "--management.server.port=-1", "--logging.threshold.console=off");

    @AfterAll
    static void stop() {
        context.close();
    }

    /** BlockHound must find a blocked event loop. Otherwise the other tests would not notice a blocked one. */
    @Test
    void m_blockingAnEventLoopIsFound() throws InterruptedException {
        EventLoop loop =
                context.getBean(LoopResources.class).onServer(true).next().next();
        Future<?> blocking = loop.submit(() -> new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS));
        Assertions.assertThatThrownBy(blocking::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(BlockingOperationError.class);
    }

    @Test
    void m_connectionsAreOnNativeEpoll() throws IOException, InterruptedException {
        int port = Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
        }
        assertThat(Channels.TYPES.poll(10, TimeUnit.SECONDS)).isEqualTo(EpollServerSocketChannel.class);
        assertThat(Channels.TYPES.poll(10, TimeUnit.SECONDS)).isEqualTo(EpollSocketChannel.class);
    }
}
