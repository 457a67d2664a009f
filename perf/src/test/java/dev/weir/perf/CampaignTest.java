package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import dev.weir.perf.result.Trial;
import dev.weir.perf.trial.Progress;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {
    private static final RunPlan PLAN = Runs.plan(3, "async", "reactive");

    @TempDir
    Path folder;

    private final List<Integer> ran = new ArrayList<>();

    @BeforeEach
    void register() throws IOException {
        Archive.of(folder).register(PLAN, Runs.ENVIRONMENT);
    }

    private Results run(Campaign.Conductor conductor) throws IOException, InterruptedException {
        Progress progress = new Progress(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                PLAN.cases().size());
        return new Campaign(Archive.of(folder), progress, planned -> {
                    ran.add(planned.position());
                    return conductor.conduct(planned);
                })
                .run();
    }

    @Test
    void everyTrialRunsOnceInThePlansOrder() throws Exception {
        Results results = run(Runs::usual);
        assertThat(ran).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(results).isEqualTo(Runs.results(PLAN, Runs::usual));
        assertThat(Results.read(folder.resolve("results.json"))).isEqualTo(results);
        assertThat(folder).isDirectoryContaining("glob:**/report.{md,html}");
    }

    /** With an AOT cache, the server runs from another jar. The record must have the digests of both jars. */
    @Test
    void theRecordNamesTheJarThatRuns() throws Exception {
        for (String jar : List.of("target/aot/servlet-baseline.jar", "target/servlet-baseline.jar")) {
            Path file = folder.resolve("servlet-baseline").resolve(jar);
            Files.createDirectories(file.getParent());
            Files.writeString(file, jar);
        }
        Files.writeString(folder.resolve("servlet-baseline/target/aot/servlet-baseline.aot"), "cache");
        TrialStage.Lab lab = new TrialStage.Lab(
                ServedFolder.open(), folder, folder, folder, List.of(), List.of(), false, new Progress(System.out, 0));
        assertThat(Campaign.servers(lab, List.of(Entrant.of("async"), Entrant.of("async@aot"))))
                .isEqualTo(Map.of(
                        "servlet-baseline.jar", Environment.digest("target/servlet-baseline.jar"),
                        "servlet-baseline.jar@aot", Environment.digest("target/aot/servlet-baseline.jar")));
    }

    private static Evidence failing(RunPlan.Case planned) throws IOException {
        return switch (planned.position()) {
            case 2 -> throw new IOException("the server ended with 1");
            case 5 -> throw new IllegalStateException("requests still under way");
            default -> Runs.usual(planned);
        };
    }

    @Test
    void aTrialThatFailsIsListedAndTheOthersStillRun() throws Exception {
        Results results = run(CampaignTest::failing);
        assertThat(ran).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(results.trials()).extracting(Trial::valid).containsExactly(true, false, true, true, false, true);
        assertThat(results.trials().get(1).faults()).containsExactly("the server ended with 1");
        assertThat(results.trials().get(4).faults()).containsExactly("requests still under way");
        assertThat(Files.readString(folder.resolve("report.md"))).contains("the server ended with 1");
    }

    @Test
    void anInterruptedRunGoesOnWithTheMissingTrials() throws Exception {
        assertThatThrownBy(() -> run(planned -> {
                    if (planned.position() == 3) {
                        throw new InterruptedException();
                    }
                    return Runs.usual(planned);
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(folder.resolve("results.json")).doesNotExist();
        ran.clear();
        Results results = run(Runs::usual);
        assertThat(ran).containsExactly(3, 4, 5, 6);
        assertThat(results.trials().get(2).flags()).containsExactly("attempt 2: the earlier ones were interrupted");
        assertThat(results.allValid()).isTrue();
    }

    /** A trial that was deleted and run again is invalid. So nobody can repeat a trial until they like its result. */
    @Test
    void aTrialThatIsDeletedAndRunAgainLeavesATrace() throws Exception {
        run(Runs::usual);
        Files.delete(folder.resolve("trials/002-s5-1-000-requests-s-reactive.json"));
        Results results = run(Runs::usual);
        assertThat(results.trials().get(1).faults()).containsExactly("attempt 2: an earlier one had ended");
        assertThat(results.allValid()).isFalse();
    }

    /** If a run is continued, a failed trial must not run again. Repeating only failures would bias the results. */
    @Test
    void aFailedTrialIsNotRunAgain() throws Exception {
        Results first = run(CampaignTest::failing);
        ran.clear();
        assertThat(run(Runs::usual)).isEqualTo(first);
        assertThat(ran).isEmpty();
    }
}
