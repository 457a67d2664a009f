package dev.weir.perf;

import dev.weir.perf.result.Plan;
import dev.weir.perf.server.Management;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What all trials of a run share: its folders, the servers' jars, and who is told how it goes. */
record Run(Workspace workspace, Path modules, Progress progress) {
    static final Duration TO_START = Duration.ofSeconds(60);

    /** What every server is started with besides its addresses and what makes it this contender. */
    List<String> serverArguments(int rateBytes, List<String> ofContender) {
        List<String> common = List.of(
                "--weir.files.root=" + workspace.root(),
                "--weir.throttle.rate=0",
                "--weir.plans.default.rate=" + rateBytes / 1024 + "KB");
        return Stream.concat(common.stream(), ofContender.stream()).toList();
    }

    /**
     * Limits are asserted where they decide the outcome: a download that holds a thread waits for one.
     *
     * @throws IllegalStateException when the pool is not the one that was asked for, or is not told
     */
    static void assertThreads(Contender contender, int threads, Management management) throws InterruptedException {
        Double actual = management.metric("tomcat.threads.config.max");
        if (contender.holdsThread() && (actual == null || actual != threads)) {
            throw new IllegalStateException("asked for %d threads, Tomcat says %s".formatted(threads, actual));
        }
    }

    static void print(Plan plan, PrintStream out) {
        out.println(plan.title());
        plan.choices().forEach(choice -> out.println("  - " + choice));
        out.println("Order (seed " + plan.seed() + "): " + String.join(", ", plan.order()));
    }
}
