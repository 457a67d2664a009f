package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.SuiteSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that clients can cause only few and harmless lines in the server's log (rule X04). */
public interface LogContract extends ContractPart {
    /** Matches a log line at level INFO or higher. Lines at lower levels, which the servers also log, are ignored. */
    Pattern LINE =
            Pattern.compile("^\\S+ +(INFO|WARN|ERROR) \\d+ --- (?:\\[[^\\]]*\\] )*(\\S+) +: (.*)$", Pattern.MULTILINE);

    /** Returns the lines of a log that have level INFO or higher. */
    static List<String> lines(String log) {
        return LINE.matcher(log).results().map(MatchResult::group).toList();
    }

    /**
     * Returns the warnings and errors of a log, without the warning that SOAP signs and decrypts with the same key. A
     * thread logs this warning some time after the start, so it can appear while any test runs.
     */
    static List<String> alarms(String log) {
        return lines(log).stream()
                .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                .filter(line -> !line.contains("; set weir.soap.signature-key to sign with another key"))
                .toList();
    }

    /** If this fails, check which code logs malformed requests, and that the limiter {@code LogGuard} is installed. */
    @Test
    default void x04_aStormOfBadRequestsIsHardlyLogged() {
        int before = server().log().length();
        long startNanos = System.nanoTime();
        for (int i = 0; i < 200; i++) {
            bad(i);
        }
        long seconds = (System.nanoTime() - startNanos) / 1_000_000_000 + 2;
        Map<String, Integer> lines = new TreeMap<>();
        Matcher line = LINE.matcher(server().log().substring(before));
        while (line.find()) {
            if (!line.group(3).contains("EXCEPTION")) {
                lines.merge(line.group(1) + " " + line.group(2), 1, Integer::sum);
            }
        }
        assertThat(lines)
                .as("lines in %s s", seconds)
                .allSatisfy((kind, count) -> assertThat((long) count)
                        .isLessThanOrEqualTo(2 * seconds)); // two kinds of line, with different exceptions
    }

    private void bad(int i) {
        server().get("/nothing/" + i);
        server().get("/files/%zz" + i);
        server().ask("BREW" + i, "/files/text.txt");
        server().get("/events/next?topic=%zz&max=" + i + "x");
        for (String bytes : List.of(
                "GET /" + i + " HTTP/1.1\r\nHost: a\r\nBad Field: x\r\n\r\n",
                "GET /" + i + "\u0001 HTTP/1.1\r\nHost: a\r\n\r\n",
                "\u0016\u0003\u0001\u0000" + i + "\r\n\r\n",
                "POST /events HTTP/1.1\r\nHost: a\r\nContent-Length: " + i + "x\r\n\r\n")) {
            try (Connection connection = server().connect("127.0.0.1")) {
                connection.send(bytes.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
    }

    /** If this fails, check which exception the server logs when a connection closes before the body is complete. */
    @Test
    default void x04_aClientThatLeavesInTheMiddleOfABodyIsNoError() {
        int before = server().log().length();
        String key = "X-API-Key: " + SuiteSettings.PUBLISHER_KEY;
        for (int i = 0; i < 10; i++) {
            for (String target : List.of("/events", "/ws")) {
                String type = target.equals("/ws") ? "Content-Type: text/xml" : "Content-Type: text/plain";
                try (Connection leaving = server().connect("127.0.0.1")) {
                    leaving.send("POST", target, key, type, "Content-Length: 1000");
                    leaving.send("<begun".getBytes(StandardCharsets.ISO_8859_1));
                    assertThat(server().get("/").status()).isEqualTo(200);
                }
            }
        }
        assertThat(server().get("/").status()).isEqualTo(200);
        assertThat(alarms(server().log().substring(before))).isEmpty();
    }

    @Test
    default void x04_noControlCharacterReachesTheLog() {
        String odd = "\u001b[31mred\u009b\u0007";
        server().get("/nothing/%1b%5b31m%0d%0a2026%07");
        server().get("/files/%1b%5b31m%0a");
        server().get("/events?topic=%1b%0d%0a");
        server().get("/files/text.txt", "X-API-Key: " + odd);
        server().get("/events/next", "Origin: " + odd);
        server().get("/files/text.txt", "Range: " + odd, "If-None-Match: " + odd, "Accept: " + odd);
        server().get("/events/next?timeout=0", "Last-Event-ID: " + odd);
        String key = "X-API-Key: " + SuiteSettings.PUBLISHER_KEY;
        server().ask("POST", "/events?topic=%1b", key, "Content-Type: text/plain", "Content-Length: 0");
        server().ask("POST", "/events", key, "Content-Type: text/" + odd, "Content-Length: 0");
        server().ask(
                        "POST",
                        "/events",
                        key,
                        "Content-Type: text/plain",
                        "Idempotency-Key: " + odd,
                        "Content-Length: 0");
        try (Connection connection = server().connect("127.0.0.1")) {
            String odder = "GET /\u001b[31m HTTP/1.1\r\nHost: a\u001b\r\n\u001b: \u001b\r\n\r\n";
            connection.send(odder.getBytes(StandardCharsets.ISO_8859_1));
        }
        assertThat(server().log())
                .isNotBlank()
                .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f\\x{80}-\\x{9f}]")
                .doesNotContainPattern("(?m)^2026\\\\?u?0?0?0?7?$");
        assertThat(LoggedAccess.all(server())).isNotBlank().doesNotContainPattern("[^\\n -~]");
    }
}
