package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.RunningServer;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the health and the readiness that a server reports (rule A02). */
public interface HealthContract extends ContractPart {
    @Test
    default void a02_aServerThatServesIsUpAndReady() {
        isUpAndReady();
        assertThat(server().management(RunningServer.HEALTH + "/liveness")).isEqualTo(200);
    }

    /**
     * If this fails, check that a request for the readiness takes no tokens of the throttle and is not counted as a
     * download.
     */
    @Test
    default void a02_toAskForReadinessIsFree() {
        double before = server().meter("weir.throttle.granted");
        Eventually.is(
                "readiness, 20 times in a row",
                () -> IntStream.range(0, 20).allMatch(_ -> server().management(RunningServer.READINESS) == 200));
        assertThat(server().meter("weir.throttle.granted")).isEqualTo(before);
    }

    /** Waits, because a slow machine may fail a probe. */
    private void isUpAndReady() {
        Eventually.is("health", () -> server().management(RunningServer.HEALTH) == 200);
        Eventually.is("readiness", () -> server().management(RunningServer.READINESS) == 200);
    }

    /**
     * The test moves the server's root folder away. If the test fails, check how the server answers while it cannot
     * read the folder, and what its health shows.
     */
    @Needs(Needs.MANAGEMENT)
    @Test
    default void a02_withoutItsRootTheServerIsDownAndSaysSo() throws IOException {
        Path root = server().files().root();
        Path away = root.resolveSibling("root-away");
        Files.move(root, away);
        try {
            server().get("/files").assertRefusedWith(Problem.FILES_GONE);
            server().ask("HEAD", "/files").assertStatus(Problem.FILES_GONE.status());
            server().get("/files/other.txt").assertRefusedWith(Problem.FILES_GONE);
            server().get("/files/sub/deep/text.txt", "Range: bytes=0-3").assertRefusedWith(Problem.FILES_GONE);
            Eventually.is("the end of health", () -> server().management(RunningServer.HEALTH) == 503);
            assertThat(server().management(RunningServer.READINESS)).isEqualTo(503);
            assertThat(server().management(RunningServer.HEALTH + "/liveness")).isEqualTo(200);
            assertThat(server().manage(RunningServer.HEALTH).text())
                    .contains("\"reason\":\"the folder that weir.files.root names cannot be read\"")
                    .doesNotContain(root.toString())
                    .doesNotContain(System.getProperty("user.dir"));
        } finally {
            Files.move(away, root);
        }
        assertThat(server().get("/files/text.txt").text()).isEqualTo(SuiteFiles.TEXT);
        isUpAndReady();
        server().get("/files/other.txt").assertRefusedWith(Problem.NOT_FOUND);
    }
}
