package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ArchiveTest {
    private static final RunPlan PLAN = Runs.plan(2, "async", "reactive");
    private static final String SECOND = "002-s5-1-000-requests-s-reactive";

    @TempDir
    Path folder;

    @Test
    void theEvidenceOfTrialsComesBackInThePlansOrder() throws IOException {
        List<Evidence> kept = PLAN.cases().stream().map(Runs::usual).toList();
        Archive archive = Archive.of(folder);
        archive.register(PLAN, Runs.ENVIRONMENT);
        for (Evidence trial : kept.reversed()) {
            archive.keep(trial);
        }
        Archive again = Archive.of(folder);
        assertThat(again.plan()).isEqualTo(PLAN);
        assertThat(again.environment()).isEqualTo(Runs.ENVIRONMENT);
        assertThat(again.evidence()).isEqualTo(kept);
    }

    @Test
    void aFailureIsKeptToo() throws IOException {
        Evidence failed = new Evidence(Raw.failed(PLAN.cases().getFirst(), new IOException("gone")), Map.of());
        Archive archive = Runs.archive(folder, PLAN, planned -> planned.position() == 1 ? failed : Runs.usual(planned));
        assertThat(archive.evidence().getFirst()).isEqualTo(failed);
    }

    @Test
    void thePlanIsRegisteredOnce() throws IOException {
        Archive archive = Archive.of(folder);
        assertThat(archive.hasPlan()).isFalse();
        archive.register(PLAN, Runs.ENVIRONMENT);
        assertThat(archive.hasPlan()).isTrue();
        archive.register(Runs.plan(2, "async", "reactive"), Runs.ENVIRONMENT);
        assertThatThrownBy(() -> archive.register(Runs.plan(3, "async", "reactive"), Runs.ENVIRONMENT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another plan")
                .hasMessageContaining(PLAN.command());
        assertThat(archive.plan()).isEqualTo(PLAN);
    }

    /** An interrupted trial leaves histograms and half of its record. It must run again and overwrite them. */
    @Test
    void anInterruptedTrialIsNoneAndRunsAgain() throws IOException {
        Archive archive = Runs.archive(folder, PLAN, Runs::usual);
        Path record = folder.resolve("trials/" + SECOND + ".json");
        Path unfinished = folder.resolve("trials/" + SECOND + ".json.unfinished");
        Files.writeString(unfinished, Files.readString(record).substring(0, 100));
        Files.delete(record);
        RunPlan.Case second = PLAN.cases().get(1);
        assertThat(archive.has(second)).isFalse();
        archive.keep(Runs.usual(second));
        assertThat(archive.has(second)).isTrue();
        assertThat(unfinished).doesNotExist();
        assertThat(archive.evidence()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {".json", ".hlog"})
    void aTrialThatIsMissingOrBrokenIsNamed(String extension) throws IOException {
        Archive archive = Runs.archive(folder, PLAN, Runs::usual);
        Path file = folder.resolve("trials/" + SECOND + extension);
        Files.writeString(file, Files.readString(file).substring(0, (int) Files.size(file) / 2));
        refusesToRead(archive);
        Files.writeString(file, "");
        refusesToRead(archive);
        Files.delete(file);
        refusesToRead(archive);
    }

    /** A record must be refused if any field is missing. Without {@code errors}, a faulty trial would look valid. */
    @Test
    void aRecordThatLacksAFieldIsRefused() throws IOException {
        Archive archive = Runs.archive(folder, PLAN, Runs::usual);
        Path file = folder.resolve("trials/" + SECOND + ".json");
        String text = Files.readString(file);
        ObjectNode whole = (ObjectNode) Archive.MAPPER.readTree(text);
        assertThat(whole.propertyNames()).contains("errors", "slices", "fitness", "failure");
        for (String field : whole.propertyNames()) {
            Files.writeString(file, whole.deepCopy().remove(List.of(field)).toString());
            refusesToRead(archive);
        }
        Files.writeString(file, text);
        assertThat(archive.evidence()).hasSize(4);
    }

    private static void refusesToRead(Archive archive) {
        assertThatThrownBy(archive::evidence).isInstanceOf(IOException.class).hasMessageContaining(SECOND);
    }

    /** If the plan names fewer trials, or another commit, than at the begin of the run, it must be refused. */
    @Test
    void aPlanOrAnEnvironmentThatSomebodyChangedIsRefused() throws IOException {
        Archive archive = Runs.archive(folder, PLAN, Runs::usual);
        RunPlan shorter = Runs.plan(1, "async", "reactive");
        Archive.writeWhole(folder.resolve("plan.json"), shorter);
        assertThatThrownBy(archive::evidence).hasMessageStartingWith("plan.json or env.json");
        Archive.writeWhole(folder.resolve("plan.json"), PLAN);
        assertThat(archive.evidence()).hasSize(4);
        Path environment = folder.resolve("env.json");
        Files.writeString(environment, Files.readString(environment).replace("c0ffee", "facade"));
        assertThatThrownBy(archive::evidence).hasMessageStartingWith("plan.json or env.json");
    }

    /** Older logs do not begin with a digest of the plan. */
    @Test
    void aPlanThatLacksTrialsOfAnOlderLogIsRefused() throws IOException {
        Archive archive = Runs.archive(folder, PLAN, Runs::usual);
        Files.delete(folder.resolve("attempts.log"));
        for (RunPlan.Case planned : PLAN.cases()) {
            archive.keep(Runs.usual(planned));
        }
        assertThat(archive.evidence()).hasSize(4);
        Archive.writeWhole(folder.resolve("plan.json"), Runs.plan(1, "async", "reactive"));
        assertThatThrownBy(archive::evidence).hasMessageStartingWith("attempts.log has the trial 003-");
    }

    @Test
    void aPlanWithAGapIsRefused() throws IOException {
        List<RunPlan.Case> cases = PLAN.cases().subList(1, 4);
        RunPlan gap = new RunPlan(PLAN.title(), PLAN.command(), PLAN.seed(), PLAN.baselines(), cases, PLAN.choices());
        assertThatThrownBy(Runs.archive(folder, gap, Runs::usual)::evidence).hasMessage("the plan lacks trial 1");
    }

    /** A file with the name of one trial contains the record of another trial. It must be refused. */
    @Test
    void aRecordOfAnotherTrialIsRefused() throws IOException {
        Archive archive = Runs.archive(folder, PLAN, Runs::usual);
        Path first = folder.resolve("trials/001-s5-1-000-requests-s-async.json");
        Files.writeString(folder.resolve("trials/" + SECOND + ".json"), Files.readString(first));
        refusesToRead(archive);
    }
}
