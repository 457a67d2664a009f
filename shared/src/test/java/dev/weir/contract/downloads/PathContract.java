package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.problem.Problem;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the server serves only files under its root folder (rule D09). */
public interface PathContract extends ContractPart {
    /**
     * If this fails, check whether some code decodes the request target before the file catalogue does. The target must
     * be decoded exactly once.
     */
    @ParameterizedTest
    @MethodSource("dev.weir.contract.http.Targets#nowhere")
    default void d09_aPathThatIsNoFileUnderTheRootIsNotFound(String target) {
        server().getUnlessMalformed(target).ifPresent(this::assertNotFound);
    }

    private void assertNotFound(Answer answer) {
        answer.assertStatus(400, 404);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.member("status")).isEqualTo(String.valueOf(answer.status()));
        assertThat(answer + answer.text())
                .doesNotContain(SuiteFiles.BAIT)
                .doesNotContain(server().files().root().toString());
    }

    /**
     * A path with a name that begins with a dot gets 404, even if the dot is percent-encoded. If this fails, check that
     * each segment of the path is tested after decoding.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                ".env",
                "%2Eenv",
                "%2eenv",
                "...",
                "..data",
                ".git",
                ".git/",
                "%2egit/",
                "sub/.deep",
                "sub/.deep/",
                ".git/config",
                "%2egit/config",
                "sub/.deep/text.txt",
                "sub/%2edeep/text.txt",
                "sub/deep/.text.txt"
            })
    default void d09_aNameWithALeadingDotIsNotFound(String name) {
        for (String method : List.of("GET", "HEAD")) {
            Answer answer = server().ask(method, "/files/" + name);
            answer.assertStatus(404);
            assertThat(answer.text()).doesNotContain(SuiteFiles.BAIT);
        }
        server().get("/files/" + name, "Range: bytes=0-3").assertRefusedWith(Problem.NOT_FOUND);
    }

    @ParameterizedTest
    @MethodSource("dev.weir.contract.http.Targets#unknown")
    default void d09_anUnknownFileIs404(String target) {
        server().get(target).assertStatus(404);
    }
}
