package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The controllers of the models read alike: the same members and phases in the same order, to the end of the last phase.
 *
 * <p>Below that a model has what helpers it needs, and above it the fields. Read from their sources.
 */
class TwinTest {
    private static final List<Path> TWINS = List.of(
            Path.of("../reactive-server/src/main/java/dev/weir/reactive/tuned/DownloadController.java"),
            Path.of("src/main/java/dev/weir/servlet/tuned/async/DownloadController.java"),
            Path.of("src/main/java/dev/weir/servlet/tuned/blocking/DownloadController.java"));

    private static final List<String> SHAPE = List.of(
            "DownloadController()",
            "download()",
            "// who",
            "enter()",
            "// which file",
            "open()",
            "// what is answered",
            "answer()");

    /** A method, a constructor or a comment between them: indented once. */
    private static final Pattern MEMBER =
            Pattern.compile("^ {4}(?:(?<phase>// .*)|(?![@* ])(?:[\\w.<>?@\\[\\], ]+ )?(?<method>\\w+)\\([^=;]*)$");

    private static final Pattern FIELD = Pattern.compile("^ {4}private [^(=]* (?<name>\\w+)(?: = .*)?;$");

    @Test
    void theSameMembersAndPhasesInTheSameOrder() throws IOException {
        for (Path twin : TWINS) {
            String source = Files.readString(twin);
            assertThat(shape(source)).as(twin.toString()).isEqualTo(SHAPE);
            assertThat(fields(source)).as(twin.toString()).containsSubsequence("callers", "catalog", "bodies");
        }
    }

    @Test
    void anotherNameOrderOrMemberIsFound() throws IOException {
        for (Path twin : TWINS) {
            String source = Files.readString(twin);
            assertThat(shape(source.replace(" open(", " find("))).isNotEqualTo(SHAPE);
            assertThat(shape(source.replace("// which file", "// what"))).isNotEqualTo(SHAPE);
            assertThat(shape(source.replace("    // who\n", "    void more() {}\n\n    // who\n")))
                    .isNotEqualTo(SHAPE);
            assertThat(fields(source.replace(" callers;", " known;")))
                    .isNotEmpty()
                    .doesNotContain("callers");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Which thread: ", "Waited for without a thread", "The client leaves: "})
    void theHeaderAnswersWhatTellsTheModelsApart(String answer) throws IOException {
        for (Path twin : TWINS) {
            String header = Files.readString(twin).replaceAll("\\s*\\R\\s*\\*\\s*", " ");
            assertThat(header).as(twin.toString()).contains(answer);
        }
    }

    private static List<String> shape(String source) {
        List<String> members = source.lines()
                .map(MEMBER::matcher)
                .filter(member -> member.matches())
                .map(member -> member.group("phase") != null ? member.group("phase") : member.group("method") + "()")
                .toList();
        return members.subList(0, members.indexOf("answer()") + 1);
    }

    private static List<String> fields(String source) {
        return source.lines()
                .map(FIELD::matcher)
                .filter(field -> field.matches())
                .map(field -> field.group("name"))
                .toList();
    }
}
