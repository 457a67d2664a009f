package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LoggedAccess;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests heads of requests that RFC 9112 calls invalid, and valid heads that are close to invalid (rule X02).
 *
 * <p>The server must refuse an invalid head, and read nothing more from its connection. A proxy may read an invalid
 * head in another way than the server. Then it may take a second request for a part of the first, and forward it
 * unchecked (request smuggling). In the parameters of the tests, line ends are Java's escape sequences.
 */
public interface MalformedHeadContract extends ContractPart {
    /** The client address in one test, and in no other. The test counts the address's lines in the access log. */
    String MALFORMED = "127.0.9.44";

    /** The length of a request line that a server should at least support, in octets (RFC 9112, 3). */
    int LINE_OCTETS = 8_000;

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = "/dev/weir/contract/malformed-heads.csv",
            delimiter = '|',
            numLinesToSkip = 1,
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '\u0000')
    default void x02_aMalformedHeadIsRefusedAndTheConnectionEnds(String what, String request) {
        String smuggled = "GET /files/text.txt HTTP/1.1\r\nHost: a\r\n\r\n";
        try (Connection connection = send(request.translateEscapes() + smuggled)) {
            connection.answer().assertStatus(400);
            assertThat(connection.hasEnded()).as("nothing after " + what).isTrue();
        }
        server().get("/files/text.txt").assertStatus(200);
    }

    /**
     * A malformed head gets exactly one line in the access log. If this fails, check which code refuses such a head
     * before the access log begins an entry.
     */
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = "/dev/weir/contract/malformed-heads.csv",
            delimiter = '|',
            numLinesToSkip = 1,
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '\u0000')
    default void a07_aMalformedHeadHasOneLine(String what, String request) {
        long before = refused();
        try (Connection connection = server().connect(MALFORMED)) {
            connection
                    .send(request.translateEscapes().getBytes(StandardCharsets.ISO_8859_1))
                    .answer()
                    .assertStatus(400);
        }
        Eventually.is("a line", () -> refused() > before);
        String mark = LoggedAccess.mark();
        server().get("/nothing?" + mark);
        LoggedAccess.with(mark, server());
        assertThat(refused()).as("lines with status 400").isEqualTo(before + 1);
        assertThat(LoggedAccess.all(server())).doesNotContain("/bad-request"); // which Netty invents
    }

    private long refused() {
        return LoggedAccess.all(server())
                .lines()
                .filter(line -> line.startsWith(MALFORMED + " ") && line.contains("\" 400 "))
                .count();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /files/text.txt HTTP/1.0\\r\\n\\r\\n | 200", // HTTP/1.0 has no Host field
                "GET /files/text.txt HTTP/1.1\\r\\nhOST:a\\r\\n\\r\\n | 200",
                "GET /files/text.txt HTTP/1.1\\r\\nHost: [::1]:8080\\r\\n\\r\\n | 200",
                "\\r\\nGET /files/text.txt HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n | 200",
                "GET http://a/files/text.txt HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n | 200",
                "GET /files/text.txt HTTP/1.1\\r\\nHost: a\\r\\nX:\\r\\n\\r\\n | 200",
                "POST /nothing HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: Chunked\\r\\n\\r\\n0\\r\\n\\r\\n | 404"
            })
    default void x02_aValidHeadIsServed(String request, int status) {
        try (Connection connection = send(request.translateEscapes())) {
            connection.answer().assertStatus(status);
        }
    }

    @Test
    default void x02_aRequestLineOfEightThousandOctetsIsTaken() {
        try (Connection connection = send(ofLine(LINE_OCTETS))) {
            connection.answer().assertStatus(404);
        }
    }

    @Test
    default void x02_aRequestLineOfTwiceAsManyIsRefused() {
        try (Connection connection = send(ofLine(2 * LINE_OCTETS))) {
            connection.answer().assertStatus(400, 414, 431);
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    private static String ofLine(int octets) {
        String rest = "GET /nothing/ HTTP/1.1\r\n";
        return rest.replace("/ ", "/" + "x".repeat(octets - rest.length()) + " ") + "Host: a\r\n\r\n";
    }

    private Connection send(String request) {
        return server().connect("127.0.0.1").send(request.getBytes(StandardCharsets.ISO_8859_1));
    }
}
