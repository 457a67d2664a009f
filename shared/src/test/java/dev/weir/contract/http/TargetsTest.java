package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.SuiteFiles;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Tests the list of request targets that no server may serve. The list must have no duplicates, and must contain many
 * targets that a careless server would serve.
 */
class TargetsTest {
    /** Ways in which careless servers have decoded a request target before they looked for the file. */
    private static final List<UnaryOperator<String>> HABITS = List.of(
            target -> target,
            TargetsTest::decoded,
            target -> decoded(decoded(target)),
            target -> decoded(decoded(decoded(target))),
            target -> decoded(decoded(target)).replace('\\', '/'),
            target -> decoded(target).replaceAll(";[^/]*", ""),
            target -> decoded(target).replaceAll("[?#][^/]*", ""),
            target -> decoded(target).replaceAll("\0.*", ""),
            target -> decoded(target).replaceAll("[\\x00-\\x20+]", ""),
            target -> decoded(target).replaceAll("(?<=[a-z])[. ]+(?=/|$)", ""),
            target -> target.replace("../", ""),
            target -> target.replaceFirst("^[a-z]+:/+[^/]*(?=/)", ""),
            target -> narrowed(decoded(target)),
            target -> decoded(target.replaceAll("(?i)%u002e|%uff0e", ".").replaceAll("(?i)%u2215", "/")),
            target -> decoded(target.replaceAll("(?i)%c0%[a2]e|%e0%80%ae|%f0%80%80%ae|%ef%bc%8e|%\uff12e", ".")
                    .replaceAll("(?i)%c0%af|%c1%9c|%e0%80%af|%ef%bc%8f|%e2%88%95", "/")));

    @Test
    void thereAreManyAndNoneTwice() {
        assertThat(Targets.nowhere()).hasSizeGreaterThan(150).doesNotHaveDuplicates();
    }

    @Test
    void carelessServersGiveTheBaitAway() throws IOException {
        try (SuiteFiles files = new SuiteFiles()) {
            List<String> caught = Targets.nowhere()
                    .filter(target ->
                            HABITS.stream().anyMatch(habit -> givesTheBait(habit.apply(target), files.root())))
                    .toList();
            assertThat(caught).hasSizeGreaterThan(80);
        }
    }

    private static boolean givesTheBait(String target, Path root) {
        try {
            Path path = Path.of(root + "/" + target.replaceFirst("^/*(?:files)?", ""));
            return Files.isRegularFile(path) && Files.readString(path).equals(SuiteFiles.BAIT);
        } catch (InvalidPathException | IOException e) {
            return false;
        }
    }

    private static String decoded(String target) {
        try {
            return URLDecoder.decode(target.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return target;
        }
    }

    /** Keeps only the lower eight bits of each character. */
    private static String narrowed(String target) {
        return new String(target.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1)
                .replaceAll("(?s)(.).", "$1");
    }
}
