package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that controllers of the same name in different packages have the same structure. They must have the same
 * methods, and between the methods the same comments, in the same order. The comments name the phases of a request.
 *
 * <p>After the common methods, a controller may have helper methods of its own. It may also have additional fields. The
 * test reads the source files.
 */
class TwinTest {
    static final String REACTIVE = "../reactive-server/src/main/java/dev/weir/reactive/";
    static final String SERVLET = "src/main/java/dev/weir/servlet/";

    static final List<String> TUNED =
            List.of(REACTIVE + "tuned/", SERVLET + "tuned/async/", SERVLET + "tuned/blocking/");

    static final List<String> IDIOMATIC =
            List.of(REACTIVE + "idiomatic/", SERVLET + "idiomatic/async/", SERVLET + "idiomatic/blocking/");

    /** Folders of controllers. Both code styles use these controllers. */
    static final List<String> WEB = List.of(REACTIVE + "web/", SERVLET + "web/");

    /**
     * The smallest allowed share of common lines in two controllers of the same name. The share is twice the number of
     * common lines, divided by the number of all lines of both.
     */
    private static final double COMMON = 0.6;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    private static final List<String> QUESTIONS = List.of("Runs on ", "Blocks ", "the client leaves");

    private static final Pattern FIELD = Pattern.compile("^ {4}private [^(=]* (?<name>\\w+)(?: = .*)?;$");

    @ParameterizedTest
    @EnumSource
    void theSameMembersAndPhasesInTheSameOrder(Twins twins) throws IOException {
        for (Path twin : twins.sources()) {
            String source = Files.readString(twin);
            assertThat(twins.shape(source)).as(twin.toString()).isEqualTo(twins.shape);
            assertThat(fields(source)).as(twin.toString()).containsSubsequence(twins.fields);
        }
    }

    /** Compares every two controllers of the same name whose folders are in the same list of {@link Twins#folders}. */
    @ParameterizedTest
    @EnumSource
    void mostLinesAreCommon(Twins twins) throws IOException {
        for (List<String> style : twins.folders) {
            for (String one : style) {
                for (String other : style.subList(style.indexOf(one) + 1, style.size())) {
                    assertThat(common(lines(twins.source(one)), lines(twins.source(other))))
                            .as("share of common lines of %s in %s and %s", twins.type, one, other)
                            .isGreaterThanOrEqualTo(COMMON);
                }
            }
        }
    }

    @Test
    void onlyCommonLinesInTheSameOrderCount() {
        assertThat(common(List.of("a", "b", "c", "d"), List.of("a", "c", "b", "d")))
                .isEqualTo(0.75);
        assertThat(common(List.of("a"), List.of("b"))).isZero();
    }

    /** Returns the lines of code of a source file, without imports and comments. */
    private static List<String> lines(Path source) throws IOException {
        return COMMENT.matcher(Files.readString(source))
                .replaceAll("")
                .lines()
                .map(String::strip)
                .filter(line -> line.length() > 1 && !line.startsWith("package ") && !line.startsWith("import "))
                .toList();
    }

    /** Returns the share of common lines of two sources, computed from their longest common subsequence. */
    private static double common(List<String> one, List<String> other) {
        int[][] longest = new int[one.size() + 1][other.size() + 1];
        for (int i = 1; i <= one.size(); i++) {
            for (int j = 1; j <= other.size(); j++) {
                longest[i][j] = one.get(i - 1).equals(other.get(j - 1))
                        ? longest[i - 1][j - 1] + 1
                        : Math.max(longest[i - 1][j], longest[i][j - 1]);
            }
        }
        return 2.0 * longest[one.size()][other.size()] / (one.size() + other.size());
    }

    @ParameterizedTest
    @EnumSource
    void anotherNameOrderOrMemberIsFound(Twins twins) throws IOException {
        String last = twins.shape.getLast().replace("()", "");
        String field = twins.fields.getFirst();
        for (Path twin : twins.sources()) {
            String source = Files.readString(twin);
            assertThat(twins.shape(source.replace(" " + last + "(", " other("))).isNotEqualTo(twins.shape);
            assertThat(twins.shape(source.replace("    // admit the client\n", "    // identify the client\n"))
                            .equals(twins.shape))
                    .isEqualTo(!twins.shape.contains("// admit the client"));
            assertThat(twins.shape(source.replaceFirst("\n    @(Get|Post)Mapping", "\n    void more() {}\n$0")))
                    .isNotEqualTo(twins.shape);
            assertThat(fields(source.replace(" " + field + ";", " known;")))
                    .isNotEmpty()
                    .doesNotContain(field);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHeaderAnswersTheQuestionsThatTellTheModelsApart(Twins twins) throws IOException {
        for (Path twin : twins.sources()) {
            if (twin.startsWith(SERVLET + "web")) {
                continue; // all models of this server share one controller
            }
            String header = Files.readString(twin).replaceAll("\\s*\\R\\s*\\*\\s*", " ");
            assertThat(header).as(twin.toString()).contains(QUESTIONS);
        }
    }

    private static List<String> fields(String source) {
        return source.lines()
                .map(FIELD::matcher)
                .filter(field -> field.matches())
                .map(field -> field.group("name"))
                .toList();
    }
}
