package dev.weir.servlet.tuned.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.WeirProperties.Model;
import dev.weir.servlet.ServletServer;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests that {@link Wire} does not bypass filters or compression, which must see the whole body. */
class WireTest {
    private static final int LENGTH = 1 << 20;
    private static final LongAdder SEEN = new LongAdder();

    @TempDir
    Path root;

    private final byte[] data = new byte[LENGTH];

    @BeforeEach
    void file() throws IOException {
        SEEN.reset();
        new Random(1).nextBytes(data);
        Files.write(root.resolve("data.bin"), data);
    }

    @ParameterizedTest
    @EnumSource(Model.class)
    void aFilterThatWrapsTheResponseSeesEveryByte(Model model) throws Exception {
        try (ConfigurableApplicationContext server = start(model, WithFilter.class)) {
            assertThat(get(server).body()).isEqualTo(data);
            assertThat(SEEN.sum()).isEqualTo(LENGTH);
        }
    }

    /** If this fails, check that bodies bypass Tomcat only if no compression is configured. */
    @ParameterizedTest
    @EnumSource(Model.class)
    void whereBodiesMayBeCompressedTomcatSeesThem(Model model) throws Exception {
        List<String> compression = List.of(
                "--server.compression.enabled=true",
                "--server.compression.min-response-size=1",
                "--server.compression.mime-types=application/octet-stream");
        try (ConfigurableApplicationContext server =
                start(model, ServletServer.class, compression.toArray(String[]::new))) {
            HttpResponse<byte[]> answer = get(server, "Accept-Encoding", "gzip");
            byte[] body = answer.headers().firstValue("Content-Encoding").isPresent()
                    ? new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes()
                    : answer.body();
            assertThat(body).isEqualTo(data);
        }
    }

    private static HttpResponse<byte[]> get(ConfigurableApplicationContext server, String... fields)
            throws IOException, InterruptedException {
        int port = server.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/files/data.bin"));
        if (fields.length > 0) {
            request.headers(fields);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    private ConfigurableApplicationContext start(Model model, Class<?> source, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--weir.model=" + model,
                "--server.port=0",
                "--management.server.port=-1",
                "--weir.files.root=" + root,
                "--weir.throttle.rate=0",
                "--weir.plans.default.rate=0"));
        arguments.addAll(List.of(more));
        return new SpringApplicationBuilder(ServletServer.class, source)
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new));
    }

    /** Adds a filter that wraps every response and counts the body's bytes. */
    @Configuration(proxyBeanMethods = false)
    static class WithFilter {
        @Bean
        Filter wrapper() {
            return (request, response, chain) ->
                    chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                        @Override
                        public ServletOutputStream getOutputStream() throws IOException {
                            return new PassingOn(super.getOutputStream());
                        }
                    });
        }
    }

    private static final class PassingOn extends ServletOutputStream {
        private final ServletOutputStream out;

        PassingOn(ServletOutputStream out) {
            this.out = out;
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }

        @Override
        public void write(int b) throws IOException {
            SEEN.increment();
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            SEEN.add(length);
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
