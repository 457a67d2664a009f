package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The controllers of the models and styles read alike: the same members and phases in the same order, to the end of the
 * last phase.
 *
 * <p>Below that a model has what helpers it needs, and above it the fields. Read from their sources.
 */
class TwinTest {
    private static final String REACTIVE = "../reactive-server/src/main/java/dev/weir/reactive/";
    private static final String SERVLET = "src/main/java/dev/weir/servlet/";

    private static final List<String> TUNED =
            List.of(REACTIVE + "tuned/", SERVLET + "tuned/async/", SERVLET + "tuned/blocking/");

    /** Their methods return what the framework is to wait for, so their lines differ from those of the reactive server. */
    private static final List<String> IDIOMATIC =
            List.of(SERVLET + "idiomatic/async/", SERVLET + "idiomatic/blocking/");

    /** The smallest part of the lines of two twins that is common: as many times two as their lines together. */
    private static final double COMMON = 0.6;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    private static final List<String> QUESTIONS =
            List.of("Which thread: ", "Waited for without a thread", "The client leaves: ");

    enum Twins {
        DOWNLOADS(
                "DownloadController",
                List.of(TUNED, IDIOMATIC),
                List.of("callers", "catalog", "bodies"),
                "DownloadController()",
                "download()",
                "// who",
                "enter()",
                "// which file",
                "open()",
                "// what is answered",
                "answer()"),
        EVENTS(
                "EventController",
                List.of(TUNED, IDIOMATIC),
                List.of("callers", "log", "feeds"),
                "EventController()",
                "stream()",
                "next()",
                "// who",
                "subscribe()"),
        SOAP("SoapController", List.of(TUNED.subList(1, 3), IDIOMATIC), List.of("pool"), "SoapController()", "call()");

        final String type;
        final List<List<String>> folders;
        final List<String> fields;
        final List<String> shape;

        Twins(String type, List<List<String>> folders, List<String> fields, String... shape) {
            this.type = type;
            this.folders = folders;
            this.fields = fields;
            this.shape = List.of(shape);
        }

        List<Path> sources() {
            return folders.stream().flatMap(this::sources).toList();
        }

        Stream<Path> sources(List<String> style) {
            return style.stream().map(folder -> Path.of(folder + type + ".java"));
        }

        List<String> shape(String source) {
            List<String> members = source.lines()
                    .map(MEMBER::matcher)
                    .filter(member -> member.matches())
                    .map(member ->
                            member.group("phase") != null ? member.group("phase") : member.group("method") + "()")
                    .toList();
            return members.subList(0, members.indexOf(shape.getLast()) + 1);
        }
    }

    /** A method, a constructor or a comment between them: indented once. */
    private static final Pattern MEMBER =
            Pattern.compile("^ {4}(?:(?<phase>// .*)|(?![@* ])(?:[\\w.<>?@\\[\\], ]+ )?(?<method>\\w+)\\([^=;]*)$");

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

    /** Twins of a style in pairs. */
    @ParameterizedTest
    @EnumSource
    void mostLinesAreCommon(Twins twins) throws IOException {
        for (List<String> style : twins.folders) {
            List<Path> sources = twins.sources(style).toList();
            for (Path one : sources) {
                for (Path other : sources.subList(sources.indexOf(one) + 1, sources.size())) {
                    assertThat(common(lines(one), lines(other)))
                            .as(one + ", " + other)
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

    /** Lines of code, imports among them. */
    private static List<String> lines(Path source) throws IOException {
        return COMMENT.matcher(Files.readString(source))
                .replaceAll("")
                .lines()
                .map(String::strip)
                .filter(line -> line.length() > 1 && !line.startsWith("package "))
                .toList();
    }

    /** By their longest common subsequence. */
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
            assertThat(twins.shape(source.replace("    // who\n", "    // what\n"))
                            .equals(twins.shape))
                    .isEqualTo(!twins.shape.contains("// who"));
            assertThat(twins.shape(source.replaceFirst("\n    @(Get|Post)Mapping", "\n    void more() {}\n$0")))
                    .isNotEqualTo(twins.shape);
            assertThat(fields(source.replace(" " + field + ";", " known;")))
                    .isNotEmpty()
                    .doesNotContain(field);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHeaderAnswersWhatTellsTheModelsApart(Twins twins) throws IOException {
        for (Path twin : twins.sources()) {
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
