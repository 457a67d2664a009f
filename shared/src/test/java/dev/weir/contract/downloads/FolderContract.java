package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.clients.RightsContract;
import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.http.SecurityContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestLink;
import dev.weir.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the list of one folder (D13), with signed links, rights, redirects and limits (C05, C06, D09, D14, X06). */
public interface FolderContract extends ContractPart {
    String HTML = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    String GUEST = RightsContract.GUEST;

    @Test
    default void d13_aFolderListsItsFilesAndFoldersByName() throws IOException {
        List<String> expected;
        try (Stream<Path> all = Files.list(server().files().root())) {
            expected = all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                            || Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> path.getFileName() + (Files.isDirectory(path) ? "/" : ""))
                    .sorted()
                    .toList();
        }
        Answer answer = server().get("/files/");
        answer.assertStatus(200);
        assertThat(answer.field("Content-Type")).isEqualTo("application/json");
        assertThat(answer.field("Vary")).isEqualTo("Accept");
        assertThat(names(answer)).contains("sub/", SuiteFiles.ODD_NAME).containsExactlyElementsOf(expected);
        assertThat(names(server().get("/files/%73ub/"))).containsExactly("deep/");
        JsonNode file = JsonMapper.shared()
                .readTree(server().get("/files/sub/deep/").text())
                .get(0);
        assertThat(file.propertyNames()).containsExactly("name", "length", "modified", "etag");
        assertThat(file.get("etag").asString())
                .isEqualTo(server().ask("HEAD", "/files/sub/deep/text.txt").field("ETag"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Accept: text/html|text/html;charset=UTF-8",
                "Accept: text/html;q=0.5, application/json|application/json",
                "Accept: */*|application/json",
                "Accept: image/png|application/json"
            })
    default void d13_theClientChoosesTheMediaType(String accept, String type) {
        for (String method : List.of("GET", "HEAD")) {
            Answer answer = server().ask(method, "/files/sub/", accept);
            answer.assertStatus(200);
            assertThat(answer.field("Content-Type")).isEqualToIgnoringCase(type);
            assertThat(answer.field("Vary")).isEqualTo("Accept");
        }
        assertThat(server().get("/files", accept).field("Content-Type")).isEqualTo("application/json");
    }

    /** If this fails, check how names are encoded in the page's links, and that a browser may load the style sheet. */
    @Test
    default void d13_aPageOfAFolderLinksToItsEntries() {
        Answer page = server().get("/files/", HTML);
        page.assertStatus(200);
        assertThat(page.text())
                .contains("50% &quot;odd&quot;; a+b's \u00e9t\u00e9 \u20ac.txt")
                .doesNotContain("\"odd\"");
        assertThat(server().get("/files/" + address(page, "&quot;odd&quot;")).text())
                .isEqualTo(SuiteFiles.TEXT);
        Answer sub = server().get("/files/" + address(page, "<bdi>sub/"), HTML);
        assertThat(address(sub, "<bdi>deep/")).isEqualTo("deep/");
        assertThat(sub.text()).contains("href=\"../../page/style.css\"");
        assertThat(server().get("/page/style.css").field("Content-Type")).startsWith("text/css");
    }

    /** Returns the address of the page's only link that contains this text. */
    private static String address(Answer page, String text) {
        Matcher link = Pattern.compile("<a href=\"([^\"]*)\">[^\n]*" + Pattern.quote(text))
                .matcher(page.text());
        assertThat(link.find()).as(text).isTrue();
        return link.group(1);
    }

    @Test
    default void x06_aPageOfAFolderRunsNothing() {
        Answer page = server().get("/files/sub/", HTML);
        assertThat(page.field("Content-Security-Policy"))
                .contains("default-src 'none'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'")
                .doesNotContain("script-src", "unsafe");
        assertThat(page.field("X-Content-Type-Options")).isEqualTo("nosniff");
        SecurityContract.assertData(server().get("/files/sub/"));
        SecurityContract.assertData(server().get("/files/none/", HTML));
    }

    @Test
    default void d13_headOfAFolderHasTheFieldsAndNoContent() {
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer head = connection.send("HEAD", "/files/", HTML).answer();
            head.assertStatus(200);
            assertThat(head.body()).isEmpty();
            assertThat(head.field("Content-Type")).isEqualToIgnoringCase("text/html;charset=UTF-8");
            assertThat(head.field("Content-Length")).isNull();
            assertThat(connection.send("GET", "/files/text.txt").answer().text())
                    .isEqualTo(SuiteFiles.TEXT); // must begin where the answer to HEAD ends
        }
    }

    @ParameterizedTest
    @CsvSource({"/files/sub, sub/", "/files/%73ub?x=1, sub/", "/files/sub/deep, deep/"})
    default void d09_aFolderWithoutItsSlashIsRedirected(String target, String location) {
        Answer answer = server().get(target);
        answer.assertRefusedWith(Problem.FOLDER);
        assertThat(answer.field("Location")).isEqualTo(location);
        assertThat(answer.field("Cache-Control")).isEqualTo("no-cache"); // the client's rights may change
        assertThat(server().ask("HEAD", target).field("Location")).isEqualTo(location);
    }

    @Test
    default void d09_nothingElseIsRedirected() {
        for (String target : List.of("/files/link-folder", "/files/.git", "/files/none", "/files/pipe")) {
            server().get(target).assertRefusedWith(Problem.NOT_FOUND);
        }
        server().get("/files/sub", GUEST).assertRefusedWith(Problem.NOT_FOUND);
        server().get("/files/sub", "X-API-Key: nobody").assertRefusedWith(Problem.UNKNOWN_KEY);
    }

    @Test
    default void d12_aFolderHasNoOtherMethod() {
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PROPFIND")) {
            server().ask(method, "/files/sub/", "Content-Length: 0").assertRefusedWith(Problem.METHOD_NOT_ALLOWED);
        }
    }

    @Test
    default void c06_aFolderShowsOnlyTheFoldersOfThePlan() {
        assertThat(names(server().get("/files/", GUEST))).containsExactly("sub/");
        assertThat(names(server().get("/files/sub/", GUEST))).containsExactly("deep/");
        assertThat(names(server().get("/files/sub/deep/", GUEST))).containsExactly("text.txt");
        server().get("/files/none/", GUEST).assertRefusedWith(Problem.NOT_FOUND);
        server().get("/files/none/at/", GUEST).assertRefusedWith(Problem.NOT_FOUND);
    }

    @Test
    default void c05_aLinkToAFolderIsForThisFolder() {
        String link = TestLink.of("/files/sub/", "&plan=guest");
        Eventually.is(
                "room for the link's client", () -> server().get(link).status() != Problem.TOO_MANY_CLIENTS.status());
        assertThat(names(server().get(link))).containsExactly("deep/");
        server().get(link.replace("/sub/", "/")).assertRefusedWith(Problem.INVALID_LINK);
        server().get(link.replace("/sub/", "/sub/deep/")).assertRefusedWith(Problem.INVALID_LINK);
    }

    @Test
    default void d15_aFolderIsForClientsThatMayDownload() {
        server().get("/files/", "X-API-Key: nobody").assertRefusedWith(Problem.UNKNOWN_KEY);
        server().get("/files/none/", "X-API-Key: " + SuiteSettings.BLOCKED_KEY).assertRefusedWith(Problem.BLOCKED);
        assertThat(server().get("/files/sub/", "X-API-Key: " + SuiteSettings.SLOW_KEY)
                        .field("RateLimit-Policy"))
                .startsWith("\"slow\"");
    }

    private static List<String> names(Answer answer) {
        answer.assertStatus(200);
        return JsonMapper.shared()
                .readTree(answer.text())
                .valueStream()
                .map(entry -> entry.get("name").asString())
                .toList();
    }
}
