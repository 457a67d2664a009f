package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.http.SecurityContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.TestLink;
import dev.weir.problem.Problem;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the query {@code ?inline}, with which a browser shows a file instead of saving it (rules D01, X06). */
public interface InlineContract extends ContractPart {
    @ParameterizedTest
    @CsvSource({
        "text.txt?inline, inline",
        "text.txt?a=b&inline=1, inline",
        "text.txt?outline, attachment",
        "page.html?inline, attachment",
        "list.json?inline, attachment",
        "data.bin?inline, attachment"
    })
    default void d01_theQueryAsksToShowAFile(String target, String disposition) {
        for (String method : List.of("GET", "HEAD")) {
            Answer answer = server().ask(method, "/files/" + target);
            answer.assertStatus(200);
            assertThat(disposition(answer)).startsWith(disposition + "; filename=\"");
        }
        Answer part = server().get("/files/" + target, "Range: bytes=1-2");
        part.assertStatus(206);
        assertThat(disposition(part)).startsWith(disposition + ";");
    }

    /** The header fields of a file that is shown inline must prevent a browser from running it as HTML or script. */
    @Test
    default void x06_aShownFileRunsNothing() {
        Answer shown = server().get("/files/text.txt?inline");
        assertThat(shown.field("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(shown.field("Content-Security-Policy"))
                .contains("default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'")
                .doesNotContain("script-src", "unsafe");
        assertThat(shown.field("X-Content-Type-Options")).isEqualTo("nosniff");
        SecurityContract.assertData(server().get("/files/page.html?inline"));
        SecurityContract.assertData(server().get("/files/none?inline"));
    }

    @Test
    default void c05_aLinkSaysWhetherAFileIsShown() {
        String shown = TestLink.of("/files/text.txt?inline", "&plan=fast");
        String saved = TestLink.of("/files/text.txt", "&plan=fast");
        Eventually.is(
                "room for the link's client", () -> server().get(shown).status() != Problem.TOO_MANY_CLIENTS.status());
        assertThat(disposition(server().get(shown))).startsWith("inline;");
        server().get(shown.replace("inline&", "")).assertRefusedWith(Problem.INVALID_LINK);
        server().get(saved.replace("?", "?inline&")).assertRefusedWith(Problem.INVALID_LINK);
        server().get(saved.replace("&sig=", "&inline&sig=")).assertRefusedWith(Problem.INVALID_LINK);
    }

    private static String disposition(Answer answer) {
        return Objects.requireNonNull(answer.field("Content-Disposition"));
    }
}
