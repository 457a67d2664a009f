package dev.weir.contract.downloads;

import static dev.weir.contract.server.SuiteFiles.ODD_NAME;
import static dev.weir.contract.server.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.problem.Problem;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests downloads of whole files, with GET and HEAD (rules D01, D02, D08, D12). */
public interface DownloadContract extends ContractPart {
    @Test
    default void d01_theFileComesWithItsExactBytes() {
        Answer answer = server().get("/files/data.bin");
        answer.assertStatus(200);
        assertThat(answer.body()).isEqualTo(server().files().data());
    }

    @Test
    default void d01_fieldsDescribeTheFile() throws IOException {
        Answer answer = server().get("/files/text.txt");
        assertThat(answer.field("Content-Length")).isEqualTo("" + TEXT.length());
        assertThat(answer.field("Accept-Ranges")).isEqualTo("bytes");
        assertThat(answer.field("Cache-Control")).isNotBlank();
        assertThat(answer.field("ETag")).matches("\"[!#-~]+\"");
        assertThat(answer.field("Transfer-Encoding")).isNull();
        Instant modified = Files.getLastModifiedTime(server().files().root().resolve("text.txt"))
                .toInstant();
        String date = Objects.requireNonNull(answer.field("Last-Modified"));
        assertThat(date).matches("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        assertThat(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant())
                .isEqualTo(modified.truncatedTo(ChronoUnit.SECONDS));
    }

    @ParameterizedTest
    @CsvSource({
        "text.txt, text/plain",
        "page.html, text/html",
        "list.json, application/json",
        "data.bin, application/octet-stream",
        "what.weird, application/octet-stream",
        "plain, application/octet-stream"
    })
    default void d01_theExtensionGivesTheContentType(String name, String type) {
        assertThat(server().get("/files/" + name).field("Content-Type")).isEqualTo(type);
    }

    /**
     * Each file is saved under its own name. If this fails, check {@code filename=} in Content-Disposition. It must not
     * contain a quote, a percent sign or a byte over 127 (RFC 8187).
     */
    @ParameterizedTest
    @ValueSource(strings = {"text.txt", ODD_NAME, "sub/deep/text.txt"})
    default void d01_theFileIsSavedUnderItsName(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String disposition =
                Objects.requireNonNull(server().get("/files/" + encoded(path)).field("Content-Disposition"));
        assertThat(disposition).matches("attachment; filename=\"[ !#-$&-\\[\\]-~]+\"(; filename\\*=UTF-8''[!-~]+)?");
        assertThat(savedAs(disposition)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%74ext.txt", "text%2etxt", "sub/deep/text.txt", "link-inside", "text.txt?a=../b"})
    default void d01_oneFileHasManyTargets(String path) {
        Answer answer = server().get("/files/" + path);
        answer.assertStatus(200);
        assertThat(answer.text()).isEqualTo(TEXT);
    }

    /** If this fails, check that the ETag depends on the length, and on the modification time in nanoseconds. */
    @Test
    default void d01_anotherVersionHasAnotherTag() throws IOException {
        Path file = Files.writeString(server().files().root().resolve("versions.txt"), "one");
        String one = server().get("/files/versions.txt").field("ETag");
        FileTime modified = Files.getLastModifiedTime(file);
        Files.writeString(file, "two");
        Files.setLastModifiedTime(file, FileTime.from(modified.toInstant().plusNanos(1_000)));
        Answer two = server().get("/files/versions.txt");
        assertThat(two.text()).isEqualTo("two");
        assertThat(two.field("ETag")).isNotEqualTo(one);
    }

    @Test
    default void d01_theConnectionServesTheNextRequest() {
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer first = connection.send("GET", "/files/data.bin").answer();
            Answer second = connection.send("GET", "/files/text.txt").answer();
            assertThat(first.body()).isEqualTo(server().files().data());
            assertThat(second.text()).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.bin", "empty.txt"})
    default void d02_headHasTheFieldsAndNoContent(String name) {
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer head = connection.send("HEAD", "/files/" + name).answer();
            Answer get = connection.send("GET", "/files/" + name).answer(); // must begin where the answer to HEAD ends
            head.assertStatus(200);
            get.assertStatus(200);
            assertThat(withoutDate(head)).isEqualTo(withoutDate(get));
        }
    }

    @Test
    default void d02_headTakesNoTokens() {
        double granted = server().meter("weir.throttle.granted");
        Answer head = server().ask("HEAD", "/files/data.bin");
        assertThat(head.field("Content-Length")).isEqualTo("" + server().files().data().length);
        everyDownloadHasEnded();
        assertThat(server().meter("weir.throttle.granted")).isEqualTo(granted);
    }

    @Test
    default void d02_headIgnoresRange() {
        Answer head = server().ask("HEAD", "/files/text.txt", "Range: bytes=0-1");
        head.assertStatus(200);
        assertThat(head.field("Content-Length")).isEqualTo("" + TEXT.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-None: 0", "Range: bytes=0-0", "Range: bytes=0-", "Range: bytes=-1", "Range: bytes=7-9"})
    default void d08_anEmptyFileIsWhole(String field) {
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer empty = connection.send("GET", "/files/empty.txt", field).answer();
            Answer next = connection.send("GET", "/files/text.txt").answer();
            empty.assertStatus(200);
            assertThat(empty.field("Content-Length")).isEqualTo("0");
            assertThat(empty.field("Content-Range")).isNull();
            assertThat(next.text()).isEqualTo(TEXT);
        }
    }

    /**
     * For a file, every method other than GET and HEAD gets 405. If this fails for OPTIONS, TRACE or an unknown method,
     * check whether the framework answers these methods itself.
     */
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "BREW", "get"})
    default void d12_noOtherMethodIsAllowed(String method) {
        server().ask(method, "/files/text.txt", "Content-Length: 0").assertRefusedWith(Problem.METHOD_NOT_ALLOWED);
    }

    private static String encoded(String path) {
        return URLEncoder.encode(path, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
    }

    /**
     * Returns the name under which a client saves the file, from the value of Content-Disposition. {@code filename*}
     * has precedence over {@code filename} (RFC 6266, 4.3).
     */
    private static String savedAs(String disposition) {
        int extended = disposition.indexOf("filename*=UTF-8''");
        if (extended < 0) {
            return disposition.substring(disposition.indexOf('"') + 1, disposition.lastIndexOf('"'));
        }
        String value = disposition.substring(extended + "filename*=UTF-8''".length());
        return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Returns all header fields except Date and X-Request-Id. Only these two may differ between HEAD and GET. */
    private static Map<String, List<String>> withoutDate(Answer answer) {
        Map<String, List<String>> fields = new TreeMap<>(answer.fields());
        fields.remove("date");
        fields.remove("x-request-id");
        return fields;
    }
}
