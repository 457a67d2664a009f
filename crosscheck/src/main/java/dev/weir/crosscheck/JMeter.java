package dev.weir.crosscheck;

import dev.weir.perf.BadUsageException;
import dev.weir.perf.load.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs JMeter with a test plan from the folder {@code crosscheck/jmeter}. The command
 * {@code ./mvnw -f crosscheck/jmeter/pom.xml package} downloads JMeter into {@code crosscheck/jmeter/target}.
 *
 * @param folder the folder {@code crosscheck/jmeter}
 * @param plan the name of the test plan, without {@code .jmx}
 * @param properties values for the plan's function {@code __P}; this class adds {@code seconds} (the duration)
 *     and {@code net} (the second byte of the clients' addresses)
 * @param out the folder for the files that JMeter writes
 */
record JMeter(Path folder, String plan, Map<String, String> properties, Path out) implements ForeignSide.Program {
    static final String SECONDS = "seconds";
    static final String NET = "net";
    static final String DOWNLOAD = "download";
    static final String POLL = "poll";
    static final String PUBLISH = "publish";

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** Throws if the folder does not contain JMeter. */
    static void require(Path folder) {
        if (!Files.isDirectory(home(folder))) {
            throw new BadUsageException("there is no " + home(folder)
                    + ": in a checkout, ./mvnw -f crosscheck/jmeter/pom.xml package downloads JMeter");
        }
    }

    private static Path home(Path folder) {
        return folder.resolve(Path.of("target", "jmeter"));
    }

    private Path samples() {
        return out.resolve(plan + ".jtl");
    }

    @Override
    public List<String> command(Window window, int net) throws IOException {
        Files.deleteIfExists(samples()); // JMeter would append to it
        long seconds = TimeUnit.NANOSECONDS.toSeconds(window.toNanos() - System.nanoTime()) + 1;
        Map<String, String> all = new TreeMap<>(properties);
        all.put(SECONDS, Long.toString(seconds)); // JMeter counts them from the first thread, which starts later
        all.put(NET, Integer.toString(net));
        Path home = home(folder);
        List<String> command = new ArrayList<>(List.of(
                JAVA,
                "-Xmx2g",
                "-Djava.util.prefs.userRoot=" + out,
                "-Djmeter.home=" + home,
                "-cp",
                home.resolve("lib") + "/*",
                "org.apache.jmeter.NewDriver",
                "-n",
                "-t",
                folder.resolve(plan + ".jmx").toString(),
                "-l",
                samples().toString(),
                "-j",
                out.resolve("jmeter.log").toString(),
                "-Jjmeter.save.saveservice.response_message=false",
                "-Jjmeter.save.saveservice.assertion_results_failure_message=false",
                "-Jjmeter.save.saveservice.url=false"));
        all.forEach((name, value) -> command.add("-J" + name + "=" + value));
        return command;
    }

    @Override
    public Map<String, Double> figures(Window window) throws IOException {
        long toEpochMillis = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        return figures(
                Files.readAllLines(samples()),
                toEpochMillis + TimeUnit.NANOSECONDS.toMillis(window.fromNanos()),
                toEpochMillis + TimeUnit.NANOSECONDS.toMillis(window.toNanos()));
    }

    /**
     * One request. {@code startMillis} counts from 1970. {@code elapsedMillis} is the time from the start to the end of
     * the response, and {@code waitMillis} the time from the start to the first byte of its body.
     */
    private record Sample(String label, long startMillis, long elapsedMillis, long waitMillis, boolean good) {
        long endMillis() {
            return startMillis + elapsedMillis;
        }

        static Sample of(List<String> names, String line) {
            List<String> values = Arrays.asList(line.split(",", -1));
            return new Sample(
                    values.get(names.indexOf("label")),
                    Long.parseLong(values.get(names.indexOf("timeStamp"))),
                    Long.parseLong(values.get(names.indexOf("elapsed"))),
                    Long.parseLong(values.get(names.indexOf("Latency"))),
                    Boolean.parseBoolean(values.get(names.indexOf("success"))));
        }
    }

    /** Returns the figures of JMeter's requests that ended between two times, in milliseconds since 1970. */
    static Map<String, Double> figures(List<String> lines, long fromMillis, long toMillis) {
        List<String> names = Arrays.asList(lines.getFirst().split(",", -1));
        List<Sample> samples =
                lines.stream().skip(1).map(line -> Sample.of(names, line)).toList();
        double seconds = (toMillis - fromMillis) / 1e3;
        List<Sample> ended = samples.stream()
                .filter(sample -> sample.endMillis() >= fromMillis && sample.endMillis() < toMillis)
                .toList();
        Map<String, Long> faults =
                Map.of("bad", samples.stream().filter(sample -> !sample.good).count());
        if (labelled(samples, PUBLISH).isEmpty()) {
            List<Sample> downloads = labelled(ended, DOWNLOAD);
            double response = mean(downloads, Sample::elapsedMillis);
            double firstByte = mean(downloads, Sample::waitMillis);
            return ScenarioCheck.figures(Crossed.S1, faults, downloads.size() / seconds, response, firstByte);
        }
        // JMeter's samples do not tell which event a poll received, so they give no delay.
        List<Sample> polls = labelled(ended, POLL);
        return ScenarioCheck.figures(Crossed.S2, faults, polls.size() / seconds, mean(polls, Sample::elapsedMillis));
    }

    private interface Millis {
        long of(Sample sample);
    }

    private static List<Sample> labelled(List<Sample> samples, String label) {
        return samples.stream().filter(sample -> sample.label.equals(label)).toList();
    }

    private static double mean(List<Sample> samples, Millis millis) {
        return samples.stream().mapToLong(millis::of).average().orElse(Double.NaN);
    }
}
