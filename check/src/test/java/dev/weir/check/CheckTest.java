package dev.weir.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs {@code weir check} against the file server of the JDK, which keeps some rules and breaks others. */
class CheckTest {
    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        Path root = Files.createDirectory(folder.resolve("root")).toRealPath();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/files/", SimpleFileServer.createFileHandler(root));
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
        threads.close();
    }

    private record Checked(int code, String out) {}

    private static Checked run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = Check.commandLine(stream, stream).execute(arguments);
        return new Checked(code, out.toString(StandardCharsets.UTF_8));
    }

    private Checked check(String... arguments) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        return run(Stream.concat(Stream.of(url), Stream.of(arguments)).toArray(String[]::new));
    }

    @Test
    void tellsWhichRulesAServerBreaksAndWhichItKeeps() throws IOException {
        Checked checked = check("--files", folder.toString(), "--rules", "D01,D05,t");
        assertThat(checked.code()).isEqualTo(3);
        assertThat(checked.out())
                .containsPattern("(?m)^D01  broken       \\d+ of \\d+; 1 not checked: needs the server's inside$")
                .containsPattern("(?m)^     theFileIsSavedUnderItsName \\[1] .*\\(and 2 more\\)$")
                .doesNotContain("theFileComesWithItsExactBytes")
                .containsPattern("(?m)^D05  broken       7 of 23$")
                .containsPattern("(?m)^     nothingSatisfiableIs416 \\[1] .*status of 200.*416")
                .containsPattern("(?m)^T03  kept in part 1; 2 not checked: needs the suite's clients, needs --rate")
                .containsPattern("(?m)^T02  not checked  needs --rate, or a RateLimit-Policy of content-bytes$")
                .endsWith("0 rules kept, 1 kept in part, 2 broken, 5 not checked\n");
        try (Stream<Path> left = Files.walk(folder)) {
            assertThat(left).as("without the files of the check").containsOnly(folder, folder.resolve("root"));
        }
    }

    @Test
    void withoutFilesNoRuleOfDownloadsIsChecked() {
        Checked checked = check("--rules", "D03");
        assertThat(checked.out()).startsWith("D03  not checked  needs --files");
        assertThat(checked.code()).as("it keeps no rule").isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ftp://127.0.0.1                    | 'ftp://127.0.0.1' is not like http://host:port
            http://127.0.0.1:1                 | nothing answers at http://127.0.0.1:1
            http://127.0.0.1:1/files           | is not like http://host:port
            """)
    void refusesAnAddressWithoutAServer(String url, String reason) {
        Checked refused = run(url);
        assertThat(refused.out()).hasLineCount(1).contains(reason);
        assertThat(refused.code()).isEqualTo(2);
    }

    @Test
    void tellsItsVersion() {
        Checked version = run("--version");
        assertThat(version.out()).matches("weir (\\d\\S+|\\(not from a jar\\))\n");
        assertThat(version.code()).isZero();
    }

    @Test
    void refusesARuleThatDoesNotExist() {
        Checked refused = check("--rules", "D03,D3");
        assertThat(refused.out()).startsWith("weir check: --rules: no rule begins with 'D3'");
        assertThat(refused.code()).isEqualTo(2);
    }

    @Test
    void refusesAServerThatTakesConnectionsAndNeverAnswers() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Checked refused = run("http://127.0.0.1:" + silent.getLocalPort());
            assertThat(refused.out()).hasLineCount(1).contains("nothing answers at");
            assertThat(refused.code()).isEqualTo(2);
        }
    }

    @Test
    void refusesAFolderInWhichSomethingLies() throws IOException {
        Path other = Files.writeString(folder.resolve("root/mine.txt"), "mine");
        Checked refused = check("--files", folder.toString());
        assertThat(refused.out()).contains("must hold nothing but an empty folder root, and has " + other);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(other).hasContent("mine");
    }
}
