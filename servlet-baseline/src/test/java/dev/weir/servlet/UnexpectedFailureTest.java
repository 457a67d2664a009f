package dev.weir.servlet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.config.WeirProperties.Model;
import dev.weir.config.WeirProperties.Style;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Tests that a response ends after an unexpected exception, and that its download or stream then no longer counts. */
class UnexpectedFailureTest {
    private static final int SILENCE_MILLIS = 10_000;

    @TempDir
    Path root;

    /** If this fails, check that the code that writes a body also catches unusual exceptions of the write. */
    @ParameterizedTest
    @CsvSource({
        "ASYNC, TUNED",
        "VIRTUAL, TUNED",
        "BLOCKING, TUNED",
        "ASYNC, IDIOMATIC",
        "VIRTUAL, IDIOMATIC",
        "BLOCKING, IDIOMATIC"
    })
    void aWriteThatFailsEndsTheResponse(Model model, Style style) throws IOException {
        Files.write(root.resolve("data.bin"), new byte[100_000]);
        try (ConfigurableApplicationContext server = start(model, style, FailingWrites.class)) {
            assertEnds(server, "/files/data.bin");
            assertEnds(server, "/events");
        }
    }

    @Test
    void aTaskThatIsRejectedEndsTheResponse() throws IOException {
        Files.write(root.resolve("data.bin"), new byte[100_000]);
        CountDownLatch end = new CountDownLatch(1);
        try (ConfigurableApplicationContext server = start(
                Model.ASYNC,
                Style.IDIOMATIC,
                ServletServer.class,
                "--spring.task.execution.pool.core-size=1",
                "--spring.task.execution.pool.max-size=1",
                "--spring.task.execution.pool.queue-capacity=0")) {
            var _ = server.getBean(ThreadPoolTaskExecutor.class).submit(() -> {
                end.await();
                return true;
            });
            assertEnds(server, "/files/data.bin");
            assertEnds(server, "/events");
            end.countDown();
        }
    }

    private ConfigurableApplicationContext start(Model model, Style style, Class<?> source, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--weir.model=" + model,
                "--weir.style=" + style,
                "--server.port=0",
                "--management.server.port=-1",
                "--logging.threshold.console=off",
                "--weir.files.root=" + root,
                "--weir.throttle.rate=0",
                "--weir.plans.default.rate=0",
                "--weir.events.heartbeat=100ms",
                "--weir.tuning.stream-connection=false"));
        arguments.addAll(List.of(more));
        return new SpringApplicationBuilder(ServletServer.class, source)
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new));
    }

    /**
     * Requests {@code target} and reads until the connection ends. Fails if the server sends nothing for 10 s, or if it
     * still counts an open download or stream afterwards.
     */
    private static void assertEnds(ConfigurableApplicationContext server, String target) throws IOException {
        int port = server.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(SILENCE_MILLIS);
            String request = "GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertThat(answer).hasSizeLessThan(100_000);
        } catch (SocketException e) {
            // A reset is an end, too.
        }
        MeterRegistry meters = server.getBean(MeterRegistry.class);
        for (String open : List.of("weir.downloads.active", "weir.events.subscribers")) {
            await(open)
                    .untilAsserted(
                            () -> assertThat(meters.get(open).gauge().value()).isZero());
        }
    }

    /** Adds a filter whose output streams write some bytes and then throw an unusual exception. */
    @Configuration(proxyBeanMethods = false)
    static class FailingWrites {
        @Bean
        Filter failing() {
            return (request, response, chain) ->
                    chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                        @Override
                        public ServletOutputStream getOutputStream() throws IOException {
                            return new Failing(super.getOutputStream());
                        }
                    });
        }
    }

    private static final class Failing extends FaultyStream {
        private static final int MOST_BYTES = 100;

        private int taken;

        Failing(ServletOutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            taken += length;
            if (taken > MOST_BYTES) {
                throw new UnsupportedOperationException("planted");
            }
            out.write(bytes, offset, length);
        }
    }
}
