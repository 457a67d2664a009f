package dev.weir.servlet.idiomatic.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the download of a revoked key ends even while all threads of the pool wait for other clients (C07). */
class ThrottledBodyTest {
    private final RevocableClient client = new RevocableClient();

    /** If this fails, check that the response can end without a thread of the pool. */
    @Test
    void c07_aRevokedKeysDownloadEndsAlthoughThePoolIsBusy(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("file"), "text");
        List<Runnable> waiting = new ArrayList<>();
        try (FileCatalog catalog = new FileCatalog(root, false);
                OpenFile file = catalog.open("/files/file")) {
            Admission admission = client.callers.download(client.request("/files/file"));
            ThrottledBody body = new ThrottledBody(
                    file,
                    DownloadPlan.of("GET", name -> null, null, file).content(),
                    waiting::add,
                    admission,
                    granted -> client.throttle.open(admission.client().share(), Runnable::run, granted),
                    admission::leave);
            body.start();
            client.revoke();
            assertThat(waiting).as("the write").hasSize(1);
            assertThatThrownBy(() -> body.emitter().send("more")).hasMessageContaining("already completed");
            assertThat(client.clients.active(Use.DOWNLOAD)).isZero();
            waiting.getFirst().run();
            assertThat(client.throttle.counts().givenBackBytes()).isEqualTo("text".length());
        }
    }
}
