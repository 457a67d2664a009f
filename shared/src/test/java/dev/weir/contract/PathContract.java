package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing but the files under the root: D09. */
public interface PathContract extends ServerUnderTest {
    /** If this fails, check who decoded the target before the catalogue did: it is decoded once, and nowhere else. */
    @ParameterizedTest
    @MethodSource("dev.weir.contract.Targets#nowhere")
    default void d09_whatIsNotAFileUnderTheRootIsNotFound(String target) {
        Answer answer = server().get(target);
        answer.assertStatus(400, 404);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.member("status")).isEqualTo(String.valueOf(answer.status()));
        assertThat(answer + answer.text())
                .doesNotContain(SuiteFiles.BAIT)
                .doesNotContain(server().files().root().toString());
    }

    @ParameterizedTest
    @MethodSource("dev.weir.contract.Targets#unknown")
    default void d09_anUnknownFileIs404(String target) {
        server().get(target).assertStatus(404);
    }
}
