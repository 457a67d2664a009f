package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The controllers of the models and styles read alike: the same members and phases in the same order, to the end of the
 * last phase.
 *
 * <p>Below that a model has what helpers it needs, and above it the fields. Read from their sources.
 */
class TwinTest {
    private static final String REACTIVE = "../reactive-server/src/main/java/dev/weir/reactive/tuned/";

    private static final List<String> PACKAGES =
            List.of("tuned/async", "tuned/blocking", "idiomatic/async", "idiomatic/blocking");

    private static final List<String> QUESTIONS =
            List.of("Which thread: ", "Waited for without a thread", "The client leaves: ");

    enum Twins {
        DOWNLOADS(
                "DownloadController",
                true,
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
                false,
                List.of("callers", "log", "feeds"),
                "EventController()",
                "stream()",
                "next()",
                "// who",
                "subscribe()"),
        SOAP("SoapController", false, List.of("pool"), "SoapController()", "call()");

        final String type;
        final boolean alsoReactive;
        final List<String> fields;
        final List<String> shape;

        Twins(String type, boolean alsoReactive, List<String> fields, String... shape) {
            this.type = type;
            this.alsoReactive = alsoReactive;
            this.fields = fields;
            this.shape = List.of(shape);
        }

        List<Path> sources() {
            Stream<String> here = PACKAGES.stream().map(folder -> "src/main/java/dev/weir/servlet/" + folder + "/");
            return Stream.concat(here, alsoReactive ? Stream.of(REACTIVE) : Stream.of())
                    .map(folder -> Path.of(folder + type + ".java"))
                    .toList();
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
