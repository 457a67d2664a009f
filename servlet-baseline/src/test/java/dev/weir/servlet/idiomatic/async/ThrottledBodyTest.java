package dev.weir.servlet.idiomatic.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.ApiKey;
import dev.weir.clients.Callers;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.TestRequest;
import dev.weir.clients.Use;
import dev.weir.network.Proxies;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C07: a download whose key is revoked while all threads of the pool wait for other clients. */
class ThrottledBodyTest {
    private static final ApiKey KEY = ApiKey.parse("a key");
    private static final Plan PLAN = new Plan("plan", 0, 0, 1, 9, 9, 9, false, false);
    private static final Chunk.Time CHUNK_TIME = Chunk.Time.fixed(Duration.ofMillis(100));

    private final Throttle throttle =
            new Throttle(new TokenBucket(0, 0, 0), CHUNK_TIME, (task, delayNanos) -> () -> {}, () -> 0);
    private final Clients clients = new Clients(
            throttle, List.of(new Clients.Rule("client", KEY, null, PLAN)), PLAN, new Clients.Limits(9, 9, 9), () -> 0);
    private final Callers callers = new Callers(clients, new Proxies(List.of()));
    private final LiveLimits limits =
            new LiveLimits(throttle, clients, CHUNK_TIME, new LiveLimits.Bucket(0, 0), Map.of(PLAN.name(), PLAN));

    /** If this fails, check that the end of the response waits for no thread of the pool. */
    @Test
    void c07_aRevokedKeysDownloadEndsAlthoughThePoolIsBusy(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("file"), "text");
        List<Runnable> waiting = new ArrayList<>();
        try (FileCatalog catalog = new FileCatalog(root, false);
                OpenFile file = catalog.open("/files/file")) {
            Admission admission = callers.download(new TestRequest(
                    "/files/file", null, Map.of("X-API-Key", "a key"), InetAddress.ofLiteral("192.0.2.1")));
            ThrottledBody body = new ThrottledBody(
                    file,
                    DownloadPlan.of("GET", name -> null, null, file).content(),
                    waiting::add,
                    admission,
                    granted -> throttle.open(admission.client().share(), Runnable::run, granted),
                    admission::leave);
            body.start();
            limits.revoke(KEY, Runnable::run);
            assertThat(waiting).as("the write").hasSize(1);
            assertThatThrownBy(() -> body.emitter().send("more")).hasMessageContaining("already completed");
            assertThat(clients.active(Use.DOWNLOAD)).isZero();
            waiting.getFirst().run();
            assertThat(throttle.counts().givenBackBytes()).isEqualTo("text".length());
        }
    }
}
