package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the form of error answers (rule X01). {@code AdmissionContract} tests the refusals that need a busy server. */
public interface ErrorContract extends ContractPart {
    /** Clients compare the type of an error and may show its title. So both texts must be constant. */
    @Test
    default void x01_aRefusalIsAProblemWithConstantTexts() {
        assertProblem(server().get("/files/none"), 404, "/problems/not-found", "No such file");
        assertProblem(
                server().get("/files/text.txt", "X-API-Key: nobody"),
                401,
                "/problems/unknown-key",
                "No client has this key");
        assertProblem(
                server().get("/files/text.txt", "X-API-Key: " + SuiteSettings.BLOCKED_KEY),
                403,
                "/problems/blocked",
                "This client is blocked");
        assertProblem(
                server().ask("DELETE", "/files/text.txt"),
                405,
                "/problems/method-not-allowed",
                "The method is not allowed here");
    }

    /**
     * A path that has no controller gets 404 with a problem document (RFC 9457). If this fails, check whether the
     * framework answers such paths itself.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/nothing/at/all", "/filesystem", "/Files/text.txt", "/error", "/index.html"})
    default void x01_anUnknownRouteIsAProblem(String target) {
        Answer answer = server().get(target);
        answer.assertStatus(404);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.member("type")).isIn(null, "about:blank"); // RFC 9457: an absent type means about:blank
        assertThat(answer.member("title")).isEqualTo("Not Found");
        assertThat(answer.member("status")).isEqualTo("404");
    }

    @Test
    default void x01_aRefusedHeadHasNoContent() {
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer head = connection.send("HEAD", "/files/none").answer();
            Answer next = connection.send("GET", "/files/text.txt").answer();
            head.assertStatus(404);
            assertThat(head.field("Content-Type")).isEqualTo("application/problem+json");
            assertThat(next.text()).isEqualTo(SuiteFiles.TEXT);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.weir.contract.http.Targets#nowhere")
    default void x01_noErrorShowsTheInside(String target) {
        server().getUnlessMalformed(target).ifPresent(this::assertShowsNothing);
    }

    private void assertShowsNothing(Answer answer) {
        assertThat(answer + answer.text())
                .doesNotContain(server().files().root().toString())
                .doesNotContain("Exception")
                .doesNotContainPattern("\\bat [a-z]+\\.[a-z]+")
                .doesNotContain("dev.weir")
                .doesNotContain("Tomcat")
                .doesNotContain("org.springframework");
    }

    private static void assertProblem(Answer answer, int status, String type, String title) {
        answer.assertStatus(status);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.member("type")).isEqualTo(type);
        assertThat(answer.member("title")).isEqualTo(title);
        assertThat(answer.member("status")).isEqualTo("" + status);
    }
}
