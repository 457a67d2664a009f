package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Archive;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
    private static final String SECOND = "002-s5-1-000-requests-s-reactive";

    @TempDir
    Path folder;

    @BeforeEach
    void run() throws IOException {
        Campaign.write(Runs.archive(folder, Runs.plan(6, "async", "reactive"), Runs::usual));
    }

    private Output verify() {
        return Output.of(
                new ResultCommands.VerifyCommand(),
                folder.resolve("results.json").toString());
    }

    private void fails(String named) {
        Output output = verify();
        assertThat(output.code()).as(output.text()).isEqualTo(Program.REFUTED);
        assertThat(output.text()).contains("WRONG: ").contains(named);
    }

    private void replace(String file, String regex, String by) throws IOException {
        Path path = folder.resolve(file);
        String before = Files.readString(path);
        String after = before.replaceFirst(regex, by);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(path, after);
    }

    @Test
    void aRunAsItWasWrittenPasses() {
        assertThat(verify()).isEqualTo(new Output(0, "Every figure follows from the trials' files.\n"));
    }

    @Test
    void aFigureOfTheResultsThatWasChanged() throws IOException {
        replace("results.json", "\"ALLOCATED\" : [0-9]+", "\"ALLOCATED\" : 1");
        fails("/trials/0/figures/ALLOCATED is 1");
    }

    @Test
    void aFigureOfTheResultsThatIsMissing() throws IOException {
        replace("results.json", "\"ALLOCATED\" : [0-9.]+,", "");
        fails("/trials/0/figures/ALLOCATED is missing");
    }

    /** A file must be refused if it has a null for a value that may not be null. The message must have one line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plan.json | \"cases\" : \\[ \\{ | \"cases\" : [ null, {",
                "plan.json | \"title\" : \"[^\"]*\" | \"title\" : null",
                "plan.json | \"seed\" : [0-9]+ | \"seed\" : null",
                "env.json | \"cpu\" : \"[^\"]*\" | \"cpu\" : null",
                "trials/" + SECOND + ".json | \"ALLOCATED_BYTES\" : [0-9.E]+ | \"ALLOCATED_BYTES\" : null",
                "trials/" + SECOND + ".json | \"errors\" : \\{ *\\} | \"errors\" : null",
                "trials/" + SECOND + ".json | (?s)\"planned\" : \\{[^}]*\\} | \"planned\" : null",
                "trials/" + SECOND + ".json | (?s)\\A.*\\Z | null",
            })
    void aNullIsOneLine(String file, String regex, String by) throws IOException {
        replace(file, regex, by);
        Output output = verify();
        assertThat(output.code()).as(output.text()).isEqualTo(Program.REFUTED);
        assertThat(output.text())
                .matches("WRONG: [^\n]*" + Path.of(file).getFileName() + " cannot be read: [^\n]*null"
                        + "[^\n]*\n1 differences\n");
    }

    @Test
    void aFailureMayBeNull() throws IOException {
        assertThat(folder.resolve("trials/" + SECOND + ".json")).content().contains("\"failure\" : null");
        assertThat(verify().code()).isZero();
    }

    @Test
    void histogramsThatAreMissing() throws IOException {
        Files.delete(folder.resolve("trials/" + SECOND + ".hlog"));
        fails(SECOND);
    }

    @Test
    void aRawRecordThatWasChanged() throws IOException {
        replace("trials/" + SECOND + ".json", "\"ALLOCATED_BYTES\" : ", "\"ALLOCATED_BYTES\" : 9");
        fails("trial " + SECOND + ": its files are not those that attempts.log names");
    }

    @Test
    void anAttemptThatWasChangedOrLeftOut() throws IOException {
        Path log = folder.resolve("attempts.log");
        List<String> lines = Files.readAllLines(log);
        assertThat(lines).hasSize(25);
        replace("attempts.log", "async began", "virtual began");
        fails("attempts.log, line 2");
        Files.write(log, lines.subList(0, 5));
        fails("trial 003-s5-1-000-requests-s-async: its files are not those");
        List<String> shorter = new ArrayList<>(lines);
        shorter.remove(10);
        Files.write(log, shorter);
        fails("attempts.log, line 11");
        Files.write(log, lines);
        assertThat(verify().code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.md", "report.html"})
    void aReportThatWasChanged(String report) throws IOException {
        replace(report, "Who waits", "Nobody waits");
        fails(report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.md", "plan.json", "env.json", "attempts.log", "trials/" + SECOND + ".json"})
    void aFileThatIsMissing(String file) throws IOException {
        Files.delete(folder.resolve(file));
        fails(file.replaceFirst(".*/(.*)[.].*", "$1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"results.json", "plan.json", "env.json"})
    void aFileThatIsCutOff(String file) throws IOException {
        String text = Files.readString(folder.resolve(file));
        Files.writeString(folder.resolve(file), text.substring(0, text.length() / 2));
        fails(file);
    }

    @Test
    void aChangedPlanOrEnvironmentDiffersFromTheResults() throws IOException {
        replace("env.json", "c0ffee", "decaf");
        fails("plan.json or env.json is not that with which the run began");
        Files.delete(folder.resolve("attempts.log"));
        for (RunPlan.Case planned : Archive.of(folder).plan().cases()) {
            Archive.of(folder).keep(Runs.usual(planned));
        }
        fails("/environment/commit is \"c0ffee\" and should be \"decaf\"");
    }

    @Test
    void aFolderThatHoldsNoRunIsLeftAsItIs() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Output output = Output.of(
                new ResultCommands.VerifyCommand(),
                empty.resolve("results.json").toString());
        assertThat(output.code()).isEqualTo(2);
        assertThat(empty).isEmptyDirectory();
    }
}
