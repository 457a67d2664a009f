package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.server.ContractPart;
import dev.weir.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests what the management port tells about the server, its commit and its libraries (rule A01). */
public interface InfoContract extends ContractPart {
    /** If this fails, the servers show different keys, or a key has disappeared that operators' tools may read. */
    @Test
    default void a01_infoHasTheSameKeysOnEveryServer() {
        JsonNode info = json("/actuator/info");
        assertThat(info.propertyNames())
                .filteredOn(name -> !name.equals("git"))
                .containsExactlyInAnyOrder("build", "redis", "soap", "weir");
        assertThat(info.get("build").propertyNames()).containsExactlyInAnyOrder("artifact", "group", "name", "version");
        assertThat(info.get("redis").toString()).isEqualTo("{\"used\":false,\"degraded\":[]}");
        assertThat(info.get("soap").propertyNames()).containsExactly("crypto");
        assertThat(info.get("soap").get("crypto").asString()).isIn("jdk", "corretto");
    }

    /**
     * If this fails, check that the build writes {@code git.properties}. It writes this file only in a Git repository.
     */
    @Test
    default void a01_infoNamesTheCommit() throws InterruptedException {
        JsonNode git = json("/actuator/info").path("git");
        assertThat(git.has("commit")).isEqualTo(hasCommit());
        assertThat(git.path("commit").path("id").asString("0000000")).matches("[0-9a-f]{7}");
    }

    private static boolean hasCommit() throws InterruptedException {
        ProcessBuilder git = new ProcessBuilder("git", "-c", "safe.directory=*", "-C", "..", "log", "-1");
        Path parent = Path.of("../..").toAbsolutePath().normalize();
        git.environment().put("GIT_CEILING_DIRECTORIES", parent.toString()); // as the build does
        try {
            return git.redirectOutput(Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // no program of this name
        }
    }

    @Test
    default void a01_infoNamesTheModelAndTheStyle() {
        JsonNode weir = json("/actuator/info").get("weir");
        assertThat(weir.propertyNames()).containsExactlyInAnyOrder("model", "style");
        assertThat(weir.get("model").asString()).isEqualTo(server().model());
        String style = server().setting("weir.style");
        assertThat(weir.get("style").asString()).isEqualTo(style.isEmpty() ? "tuned" : style);
    }

    /**
     * The server serves its bill of materials, a list of its libraries. If this fails, check the endpoint and the
     * build's CycloneDX plugin. A build without a network ({@code -o}) makes no such list, and the server then serves
     * none.
     */
    @Test
    default void a01_theBillOfMaterialsIsServed() throws IOException {
        try (InputStream made = InfoContract.class.getResourceAsStream("/META-INF/sbom/application.cdx.json")) {
            Answer bill = server().manage("/actuator/sbom/application");
            if (made == null) {
                assertThat(System.getProperty("suite.build")).isNotEqualTo("offline: false");
                bill.assertRefusedWith(Problem.UNKNOWN_ENDPOINT);
            } else {
                bill.assertStatus(200);
                assertThat(bill.field("Content-Type")).isEqualTo("application/vnd.cyclonedx+json");
                assertThat(bill.body()).isEqualTo(made.readAllBytes());
                assertThat(bill.text()).contains("pkg:maven/org.springframework.boot/spring-boot@");
            }
            assertThat(json("/actuator/sbom").get("ids").toString())
                    .isEqualTo(made == null ? "[]" : "[\"application\"]");
        }
        server().manage("/actuator/sbom/nothing").assertRefusedWith(Problem.UNKNOWN_ENDPOINT);
    }

    private JsonNode json(String path) {
        Answer answer = server().manage(path);
        answer.assertStatus(200);
        return JsonMapper.shared().readTree(answer.text());
    }
}
