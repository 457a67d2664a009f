package dev.weir.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.network.Network;
import dev.weir.network.Proxies;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogTest {
    @TempDir
    Path folder;

    private Consumer<AccessEntry> whileOpen = _ -> {};

    @ParameterizedTest
    @CsvSource({"GET, 200, 5, false, 200 12", "GET, 200, 5, true, 200 12", "HEAD, 200, 5, false, 200 0"})
    void a07_aLineHasTheSumOfAllBytes(String method, int status, long counted, boolean broken, String expected)
            throws IOException {
        assertThat(line(method, 7, status, counted, broken)).contains("\" " + expected + " \"");
    }

    @ParameterizedTest
    @CsvSource({"200, true, 499", "200, false, 200", "0, true, 499"})
    void a07_aResponseThatBrokeBeforeItsFirstByteIs499(int status, boolean broken, int expected) throws IOException {
        assertThat(line("GET", 0, status, 0, broken)).contains("\" " + expected + " 0 \"");
    }

    /** A response that the server cuts off must keep its status. Only a client that leaves is logged as 499. */
    @Test
    void a07_aCutByTheServerKeepsTheStatus() throws IOException {
        whileOpen = AccessEntry::setCutOff;
        assertThat(line("GET", 0, 200, 0, true)).contains("\" 200 0 \"");
    }

    @Test
    void a07_theAddressIsThatOfTheClientBehindAProxy() throws IOException {
        assertThat(line("GET", 0, 200, 0, false)).startsWith("198.51.100.9 - - [01/Jan/1970:00:00:01 +0000] ");
    }

    /** Long request targets and user agents must be cut off. Otherwise many open requests could fill the memory. */
    @Test
    void a07_aLongTextIsCut() throws IOException {
        String longest = "x".repeat(AccessLog.LONGEST);
        assertThat(line(longest, longest + "y", longest + "&sig=abc", 0, 200, 0, false))
                .contains("\"" + longest + " " + longest + "... HTTP/1.1\" 200 0 \"-\" \"" + longest + "...\" ");
    }

    private String line(String method, long sent, int status, long counted, boolean broken) throws IOException {
        return line(method, "/", "curl", sent, status, counted, broken);
    }

    private String line(String method, String target, String agent, long sent, int status, long counted, boolean broken)
            throws IOException {
        Path path = folder.resolve("access.log");
        Proxies proxies = new Proxies(List.of(Network.parse("192.0.2.1")));
        AccessLog log = AccessLog.open(
                new AccessSettings(path.toString(), AccessFormat.COMBINED),
                proxies,
                InstantSource.fixed(Instant.ofEpochSecond(1)),
                System::nanoTime,
                IllegalStateException::new);
        AccessEntry entry = log.begin(
                method,
                target,
                "HTTP/1.1",
                name -> Map.of("X-Forwarded-For", "198.51.100.9", "User-Agent", agent)
                        .get(name),
                InetAddress.ofLiteral("192.0.2.1"));
        entry.sent(sent);
        whileOpen.accept(entry);
        entry.end(status, counted, broken);
        entry.end(500, 1, false); // the second end does nothing
        log.close();
        assertThat(Files.readAllLines(path)).hasSize(1);
        return Files.readString(path);
    }
}
