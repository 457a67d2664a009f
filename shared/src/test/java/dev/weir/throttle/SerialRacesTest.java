package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the races of {@link SerialStress}, and of its broken twin, which must be caught, in JVMs of their own. */
class SerialRacesTest {
    /** On one processor there is no race, and jcstress plans none. */
    private static final Pattern RESULTS =
            Pattern.compile("(\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs");

    /** How many JVMs, differently configured, came to which end. */
    private record Results(int planned, int passed, int failed) {}

    @Test
    void t07_noTaskIsLostNorRunBesideAnother() throws IOException, InterruptedException {
        Results results = race(SerialStress.class);
        assertThat(results.planned).isPositive();
        assertThat(results).isEqualTo(new Results(results.planned, results.planned, 0));
    }

    @Test
    void t07_theRacesCatchABrokenOne() throws IOException, InterruptedException {
        assertThat(race(BrokenSerialStress.class).failed).isPositive();
    }

    private static Results race(Class<?> stress) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Path.of("target", "jcstress", stress.getSimpleName()));
        Path log = directory.resolve("log.txt");
        new ProcessBuilder(command(stress))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log.toFile()))
                .start()
                .waitFor();
        String text = Files.readString(log);
        MatchResult last = RESULTS.matcher(text)
                .results()
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new AssertionError("no results; see " + log + "\n" + text));
        return new Results(number(last, 1), number(last, 2), number(last, 3));
    }

    private static int number(MatchResult results, int group) {
        return Integer.parseInt(results.group(group));
    }

    private static List<String> command(Class<?> stress) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        String test = "^" + Pattern.quote(stress.getName()) + "$";
        String main = "org.openjdk.jcstress.Main";
        // Short runs of few configurations: a lost hand-over shows in each of them within milliseconds.
        return List.of(
                java, "-cp", classPath, main, "-t", test, "-m", "quick", "-sc", "false", "-iters", "3", "-time", "200",
                "-r", ".");
    }
}
