package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.Generator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NginxTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void servesTheFolderAndTellsItsUsageOrSaysThatItIsAbsent() throws Exception {
        Files.writeString(folder.resolve("file.txt"), "peer");
        Nginx.Options options = new Nginx.Options(Cores.APART, folder, 0, false);
        if (Nginx.installed().isEmpty()) {
            assertThatThrownBy(() -> Nginx.start(options, folder.resolve("log")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not installed");
            return;
        }
        try (Nginx nginx = Nginx.start(options, folder.resolve("log"))) {
            nginx.awaitReady(PATIENCE);
            Usage before = nginx.usage();
            for (int i = 0; i < 200; i++) {
                assertThat(get(nginx, "/files/file.txt")).isEqualTo("peer");
            }
            Usage after = nginx.usage();
            assertThat(after.since(before).cpuSeconds()).isBetween(1e-5, 5.0);
            assertThat(after.threads()).as("a master and a worker").isEqualTo(2);
            assertThat(after.rssBytes()).isPositive();
            assertThat(after.allocatedBytes()).isEmpty();
            assertThat(nginx.switches().byThread()).hasSize(2);
            assertThat(nginx.memory().liveHeapBytes()).isEmpty();
            assertThat(nginx.selfDescription()).anyMatch(line -> line.contains("sendfile on"));
        }
    }

    @ParameterizedTest
    @EnumSource(EventLoad.Kind.class)
    void pushesEventsOrSaysThatItCannot(EventLoad.Kind kind) throws Exception {
        Nginx.Options options = new Nginx.Options(Cores.APART, folder, 0, true);
        if (!Nginx.hasNchan()) {
            assertThatThrownBy(() -> Nginx.start(options, folder.resolve("log")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not installed");
            return;
        }
        try (Nginx nginx = Nginx.start(options, folder.resolve("log"));
                Generator generator = new Generator(true)) {
            nginx.awaitReady(PATIENCE);
            EventLoad load =
                    new EventLoad(generator, nginx.address(), kind, 2).listen(5, Duration.ofMillis(1), PATIENCE);
            generator.execute(() -> load.publishAsHeard(true));
            until(generator, () -> load.deliveries() >= 100);
            generator.execute(() -> load.publishAsHeard(false));
            until(generator, load::isQuiet);
            assertThat(generator.ask(load::recording).errors()).isEmpty();
            assertThat(generator.ask(load::deliveries)).isGreaterThanOrEqualTo(100);
            assertThat(nginx.selfDescription()).anyMatch(line -> line.startsWith("libnginx-mod-nchan "));
        }
    }

    /** Waits until the condition holds. If it does not hold in time, the caller's next assertion fails. */
    private static void until(Generator generator, Callable<Boolean> condition) throws InterruptedException {
        long endNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!generator.ask(condition) && System.nanoTime() - endNanos < 0) {
            Thread.onSpinWait();
        }
    }

    private static String get(Nginx nginx, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + nginx.address().getPort() + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void theConfigurationHasTheValuesThatMustBeEqual() throws IOException {
        assertThat(new Nginx.Options(Cores.SHARED, folder, 204_800, false).configuration(folder, 8080))
                .contains(
                        "worker_processes 2;",
                        "limit_rate 204800;",
                        "keepalive_requests 2147483647;",
                        "listen 127.0.0.1:8080",
                        "access_log off;")
                .doesNotContainPattern("\\$\\{\\w");
    }
}
