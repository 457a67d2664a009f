package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the header fields with which the server protects browsers from scripts and frames (rule X06). */
public interface SecurityContract extends ContractPart {
    String POLICY = "Content-Security-Policy";

    @Test
    default void x06_thePageRunsItsOwnScriptAndNoOther() {
        Answer page = server().get("/");
        page.assertStatus(200);
        assertAlways(page);
        assertThat(page.field(POLICY))
                .contains("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'")
                .contains("base-uri 'none'", "form-action 'none'")
                .contains("script-src 'self';", "style-src 'self';", "trusted-types 'none'")
                .doesNotContain("unsafe");
        assertThat(page.text())
                .doesNotContain("http-equiv", "<script>", "<style")
                .doesNotContainPattern("\\son[a-z]+=") // no attribute has a script, because the policy forbids it
                .doesNotContain("style=");
    }

    /** If this fails, check that the server serves each script that the page names or imports, and no other script. */
    @Test
    default void x06_thePageFindsItsStyleAndItsScripts() {
        List<String> missing = new ArrayList<>(List.of("main.js"));
        Set<String> seen = new HashSet<>();
        while (!missing.isEmpty()) {
            String name = missing.removeLast();
            Answer script = server().get("/page/" + name);
            script.assertStatus(200);
            assertThat(script.field("Content-Type")).isEqualTo("text/javascript;charset=UTF-8");
            assertAlways(script);
            Matcher imported = Pattern.compile("from \"\\./([^\"]+)\"").matcher(script.text());
            while (imported.find()) {
                if (seen.add(imported.group(1))) {
                    missing.add(imported.group(1));
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(5);
        assertThat(server().get("/").text()).contains("src=\"page/main.js\"", "href=\"page/style.css\"");
        assertThat(server().get("/page/style.css").field("Content-Type")).isEqualTo("text/css;charset=UTF-8");
        for (String none : List.of("/page/none.js", "/page/../main.js", "/page/index.html", "/page/", "/page/.js")) {
            server().get(none).assertStatus(404, 400);
        }
    }

    /**
     * An answer that is not a page has header fields that forbid a browser to run anything in it. If this fails, check
     * which component answers before these fields are set, or removes them.
     */
    @ParameterizedTest
    @CsvSource({
        "GET, /files/text.txt, 200",
        "GET, /files/page.html, 200",
        "HEAD, /files/page.html, 200",
        "GET, /files, 200",
        "GET, /files/none, 404",
        "DELETE, /files/text.txt, 405",
        "TRACE, /files/text.txt, 405",
        "GET, /nothing, 404",
        "GET, /error, 404",
        "GET, /files/%zz, 400",
        "GET, /events/next?timeout=0, 204",
        "GET, /events/next?max=0, 400",
        "HEAD, /events, 200",
        "POST, /events, 401",
        "GET, /ws/calc.wsdl, 200",
        "POST, /ws, 415",
        "GET, //, 404"
    })
    default void x06_anAnswerThatIsNoPageRunsNothing(String method, String target, int status) {
        if (target.contains("%zz")) {
            server().getUnlessMalformed(target).ifPresent(SecurityContract::assertData);
            return;
        }
        Answer answer = server().ask(method, target);
        if (!target.equals("//")) {
            answer.assertStatus(status);
        }
        assertData(answer);
    }

    @Test
    default void x06_aRangeAndAStreamAndAnAllowedOriginHaveTheFieldsToo() {
        assertData(server().get("/files/data.bin", "Range: bytes=0-9"));
        assertData(server().get("/files/data.bin", "Range: bytes=9999999-"));
        assertData(server().get("/events/next?max=0", "Origin: " + SuiteSettings.ORIGIN));
        assertData(server().get("/files/text.txt", "X-API-Key: nobody"));
        try (EventStream stream = EventStream.open(server(), "/events")) {
            assertData(stream.head());
        }
    }

    static void assertData(Answer answer) {
        assertAlways(answer);
        assertThat(answer.field(POLICY))
                .as("%s of %s", POLICY, answer)
                .isEqualTo("default-src 'none'; frame-ancestors 'none'; sandbox");
    }

    private static void assertAlways(Answer answer) {
        assertThat(answer.field("X-Content-Type-Options")).as("of %s", answer).isEqualTo("nosniff");
        assertThat(answer.field("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(answer.field("X-Frame-Options")).isNull();
    }
}
