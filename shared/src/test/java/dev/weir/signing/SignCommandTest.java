package dev.weir.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the command {@code sign}, which signs links (C05). */
class SignCommandTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Instant NOW = Instant.ofEpochSecond(1000);

    @TempDir
    Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void writeKey() throws IOException {
        Files.writeString(folder.resolve("key"), SECRET + "\n");
    }

    @Test
    void aLinkIsPrinted() {
        assertThat(lines("/files/x --expires=1000 --key-id k"))
                .isEqualTo("/files/x?exp=2000&kid=k&sig=rjchutwOm43Lf7SCmzZ3BDCujQTsFKg7z8QYMKOXACQ");
        assertThat(lines("--expires 1h --key-id=k --plan gold --address 2001:db8::/64 /events?topic=a%20b&topic="))
                .startsWith("/events?topic=a%20b&topic=&exp=4600&kid=k&plan=gold&addr=2001:db8::/64&sig=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "/files/x --help"})
    void helpIsTheUsage(String arguments) {
        assertThat(lines(arguments)).startsWith("usage: weir sign --key-id ");
    }

    @Test
    void aLongTargetIsSigned() {
        for (String target : List.of("/files/" + "a%20".repeat(30_000), "/events?topic=" + "a%20".repeat(30_000))) {
            assertThat(lines(target + " --expires 1h --key-id k")).startsWith(target);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/files",
                "/files/",
                "/files/sub/a.b~c-d_e(1)!$&'*+,;=:@",
                "/files/%C3%A9%20...",
                "/files/..a/.b/c..",
                "/events",
                "/events/next?timeout=1&max=5",
                "/events?",
                "/events?topic=a+b&x=?/"
            })
    void theServerTakesThePrintedLink(String target) {
        String link = lines(target + " --expires 1000s --key-id k --plan gold");
        SignedLinks links = SignedLinks.of(
                new SigningSettings(Map.of("k", SECRET)), () -> NOW, (id, reason) -> new IllegalStateException(reason));
        int query = link.indexOf('?');
        assertThat(links.verify(link.substring(0, query), link.substring(query + 1)))
                .isEqualTo(new SignedLinks.Grant("gold", null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/files/x --key-id k",
                "/files/x --expires 1h",
                "/files/x /files/y --expires 1h --key-id k",
                "/files/x --expires 1h --expires 2h --key-id k",
                "/files/x --expires 1h --key-id",
                "/files/x --expires 1h --key-id k.1",
                "/files/x --expires 1h --key-id k --key 0123456789",
                "/files/x --expires 0s --key-id k",
                "/files/x --expires -1s --key-id k",
                "/files/x --expires 3651d --key-id k",
                "/files/x --expires soon --key-id k",
                "/files/x --expires 1h --key-id k --plan a%20b",
                "/files/x --expires 1h --key-id k --plan=",
                "/files/x --expires 1h --key-id k --address localhost",
                "/files/x --expires 1h --key-id k --key-file /no/such/file",
                "files/x --expires 1h --key-id k",
                "http://localhost/files/x --expires 1h --key-id k",
                "/filesx --expires 1h --key-id k",
                "/ws --expires 1h --key-id k",
                "/files/\u00e9 --expires 1h --key-id k",
                "/files/a%2 --expires 1h --key-id k",
                "/files/a\\b --expires 1h --key-id k",
                "/files/a#b --expires 1h --key-id k",
                "/files/../x --expires 1h --key-id k",
                "/files/a/%2e%2E?x --expires 1h --key-id k",
                "/files/. --expires 1h --key-id k",
                "/files/x?a='b' --expires 1h --key-id k",
                "/files/x?exp=1 --expires 1h --key-id k",
                "/files/x?sig=1 --expires 1h --key-id k",
                "/files/x?plan=a --expires 1h --key-id k --plan b"
            })
    void badArgumentsAreRefused(String arguments) {
        assertThat(lines(arguments))
                .startsWith("weir sign: ")
                .endsWith("; see weir sign --help")
                .hasLineCount(1)
                .doesNotContain(SECRET, "sig=r");
    }

    /** Runs the command and returns what it prints. Adds the test's key file if the arguments name no key file. */
    private String lines(String arguments) {
        List<String> all = new ArrayList<>(arguments.isEmpty() ? List.of() : List.of(arguments.split(" ", -1)));
        if (!arguments.contains("--key-file")) {
            all.add(0, "--key-file=" + folder.resolve("key"));
        }
        said.reset();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            int exit = new SignCommand(() -> NOW).run(all, out, out);
            String printed = said.toString(StandardCharsets.UTF_8).stripTrailing();
            assertThat(exit).isEqualTo(printed.startsWith("weir sign: ") ? 2 : 0);
            return printed;
        }
    }
}
