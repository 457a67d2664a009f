package dev.weir.watch.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.EventLog;
import dev.weir.events.Topics;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.RunPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunFollowerTest {
    private static final RunPlan PLAN = new RunPlan(
            "Which is cheaper?",
            "./weir compare",
            7,
            Map.of("async", "reactive"),
            List.of(new RunPlan.Case(1, 1, "S5", "", "reactive"), new RunPlan.Case(2, 1, "S5", "", "async")),
            List.of("one trial"));

    @TempDir
    Path folder;

    private final EventLog log = new EventLog("test", 10, 1 << 20);
    private final Semaphore news = new Semaphore(0);

    private JsonNode next(long after) throws InterruptedException {
        news.acquire();
        String text = log.read(after, Topics.of(List.of()), 1, 1 << 20)
                .texts()
                .getFirst()
                .data();
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void tellsThePlanAndEachTrialAsItEnds() throws IOException, InterruptedException {
        log.listen(news::release);
        Archive archive = Archive.of(folder);
        try (RunFollower _ = new RunFollower(folder, log)) {
            assertThat(next(0).path("plan").isNull()).isTrue();

            archive.register(PLAN, Environment.capture(false, Map.of()));
            JsonNode planned = next(1);
            assertThat(planned.path("plan").path("title").asString()).isEqualTo("Which is cheaper?");
            assertThat(planned.path("plan").path("cases")).hasSize(2);
            assertThat(planned.path("trials")).isEmpty();

            RunPlan.Case first = PLAN.cases().getFirst();
            archive.keep(new Evidence(Raw.failed(first, new IOException("no server")), Map.of()));
            JsonNode trial = next(2).path("trials").path(0);
            assertThat(trial.path("position").asInt()).isEqualTo(1);
            assertThat(trial.path("faults").path(0).asString()).isEqualTo("no server");

            Files.writeString(archive.record(first), "not read again");
            archive.keep(new Evidence(Raw.failed(PLAN.cases().getLast(), new IOException("no server")), Map.of()));
            assertThat(next(3).path("trials")).hasSize(2);
        }
    }

    @Test
    void beginsAnewWithAnotherRunInTheFolder() throws IOException, InterruptedException {
        log.listen(news::release);
        Archive archive = Archive.of(folder);
        archive.register(PLAN, Environment.capture(false, Map.of()));
        for (RunPlan.Case ended : PLAN.cases()) {
            archive.keep(new Evidence(Raw.failed(ended, new IOException("no server")), Map.of()));
        }
        try (RunFollower _ = new RunFollower(folder, log)) {
            assertThat(next(0).path("trials")).hasSize(2);
            Files.delete(archive.record(PLAN.cases().getFirst()));
            assertThat(next(1).path("trials").path(0).path("position").asInt()).isEqualTo(2);
        }
    }

    /**
     * A trial's start must be read from the first line of its log, not from the age of the file. A trial that is
     * started again writes to its old file.
     */
    @Test
    void aTrialBeganWhenItsServerWasStartedLast() throws IOException {
        Path file = folder.resolve("server.log");
        assertThat(TrialTimes.begunMillis(file)).isZero();
        Files.writeString(file, "no time\n");
        long createdMillis = TrialTimes.begunMillis(file);
        assertThat(createdMillis).isPositive();
        Files.writeString(file, Instant.ofEpochMilli(createdMillis + 60_000) + "  INFO 7 --- a server\n");
        assertThat(TrialTimes.begunMillis(file)).isEqualTo(createdMillis + 60_000);
    }
}
