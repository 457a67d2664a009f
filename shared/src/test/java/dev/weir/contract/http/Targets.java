package dev.weir.contract.http;

import dev.weir.contract.server.SuiteFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Request targets, exactly as a client writes them in the request line. None of them names a file under the root of
 * {@link SuiteFiles}.
 */
final class Targets {
    private Targets() {}

    /** Returns harmless request targets that name no existing file. */
    static Stream<String> unknown() {
        return Stream.of(
                "/files/none",
                "/files/none/text.txt",
                "/files/TEXT.TXT",
                "/files/text.tx",
                "/files/text.txt.",
                "/files/text.txt%20",
                "/files/%20text.txt",
                "/files/none/",
                "/files/sub/none/",
                "/files/link-dangling",
                "/files/" + "a".repeat(3000));
    }

    /**
     * Returns request targets that lead out of the root, name no regular file, or are malformed. They are those of
     * {@code targets.txt}, and some long ones.
     */
    static Stream<String> nowhere() {
        return Stream.concat(listed(), lengthy());
    }

    private static Stream<String> listed() {
        try (InputStream file =
                Objects.requireNonNull(Targets.class.getResourceAsStream("/dev/weir/contract/targets.txt"))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).map(String::translateEscapes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> lengthy() {
        return Stream.of(
                "/files/" + "../".repeat(1000) + "etc/passwd",
                "/files/" + "%2e%2e/".repeat(500) + "etc/passwd",
                "/files/" + "sub/../".repeat(500) + "link-outside",
                "/files/" + "./".repeat(1500) + "link-outside",
                "/files/" + "%25".repeat(1000) + "2e%2e/outside/bait.txt");
    }
}
