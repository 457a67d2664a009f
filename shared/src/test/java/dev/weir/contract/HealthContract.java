package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests the health and the readiness that a server reports (rule A02). */
public interface HealthContract extends ContractPart {
    String HEALTH = "/actuator/health";
    String READINESS = HEALTH + "/readiness";

    @Test
    default void a02_aServerThatServesIsUpAndReady() {
        assertThat(server().management(HEALTH)).isEqualTo(200);
        assertThat(server().management(READINESS)).isEqualTo(200);
        assertThat(server().management(HEALTH + "/liveness")).isEqualTo(200);
    }

    /**
     * If this fails, check that a request for the readiness takes no tokens of the throttle and is not counted as a
     * download.
     */
    @Test
    default void a02_toAskForReadinessIsFree() {
        double before = server().meter("weir.throttle.granted");
        for (int i = 0; i < 20; i++) {
            assertThat(server().management(READINESS)).isEqualTo(200);
        }
        assertThat(server().meter("weir.throttle.granted")).isEqualTo(before);
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
            Eventually.is("the end of health", () -> server().management(HEALTH) == 503);
            assertThat(server().management(READINESS)).isEqualTo(503);
            assertThat(server().management(HEALTH + "/liveness")).isEqualTo(200);
            assertThat(server().manage(HEALTH).text())
                    .contains("\"reason\":\"the folder that weir.files.root names cannot be read\"")
                    .doesNotContain(root.toString())
                    .doesNotContain(System.getProperty("user.dir"));
        } finally {
            Files.move(away, root);
        }
        assertThat(server().get("/files/text.txt").text()).isEqualTo(SuiteFiles.TEXT);
        Eventually.is("health", () -> server().management(HEALTH) == 200);
        assertThat(server().management(READINESS)).isEqualTo(200);
        server().get("/files/other.txt").assertRefusedWith(Problem.NOT_FOUND);
    }
}
