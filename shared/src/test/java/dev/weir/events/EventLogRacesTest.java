package dev.weir.events;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs {@link EventLogStress} and {@link BrokenLogStress} with jcstress in JVMs of their own. The second must fail. */
class EventLogRacesTest {
    private static final Path DIRECTORY = Path.of("target", "jcstress-events");
    private static final Pattern FAILED = Pattern.compile("\\[FAILED] (\\S+)");
    private static final Pattern RESULTS =
            Pattern.compile("(\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs");

    /** Needs two processors. With only one, jcstress plans no run, and this test fails. */
    @Test
    void e03_noEventIsLostNorComesTwiceAndABrokenTwinIsCaught() throws IOException, InterruptedException {
        String log = race(EventLogStress.class, BrokenLogStress.class);
        MatchResult last = RESULTS.matcher(log)
                .results()
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new AssertionError("no results:\n" + log));
        int planned = Integer.parseInt(last.group(1));
        int passed = Integer.parseInt(last.group(2));
        int failed = Integer.parseInt(last.group(3));
        assertThat(passed).as("passed runs, half of which test the real class").isBetween(planned / 2, planned - 1);
        assertThat(passed + failed).as("all runs").isEqualTo(planned);
        assertThat(FAILED.matcher(log).results().map(failure -> failure.group(1)))
                .containsOnly(BrokenLogStress.class.getName());
    }

    private static String race(Class<?>... stresses) throws IOException, InterruptedException {
        Files.createDirectories(DIRECTORY);
        Path log = DIRECTORY.resolve("log.txt");
        new ProcessBuilder(command(stresses))
                .directory(DIRECTORY.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log.toFile()))
                .start()
                .waitFor();
        return Files.readString(log);
    }

    private static List<String> command(Class<?>... stresses) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        String tests =
                Stream.of(stresses).map(Class::getName).map(Pattern::quote).collect(joining("|", "^(", ")$"));
        // Few configurations and short runs are enough, because a lost event shows within milliseconds.
        return List.of(
                java,
                "-cp",
                classPath,
                "org.openjdk.jcstress.Main",
                "-t",
                tests,
                "-m",
                "quick",
                "-sc",
                "false",
                "-iters",
                "3",
                "-time",
                "100",
                "-r",
                ".");
    }
}
