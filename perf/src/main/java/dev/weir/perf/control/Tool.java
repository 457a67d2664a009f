package dev.weir.perf.control;

import com.google.common.collect.Lists;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A load generator of another project. It runs as a process on the same core as this project's generator. Its program
 * is in the folder that {@code ./weir tools} installs into, or on the {@code PATH}.
 */
public record Tool(Path executable) {
    private static final Path INSTALLED = Path.of(System.getProperty("user.home"), ".cache", "weir", "tools", "bin");

    public static Tool find(String name) {
        Stream<Path> folders = Stream.concat(
                Stream.of(INSTALLED),
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .map(Path::of));
        return folders.map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Tool::new)
                .orElseThrow(() -> new IllegalStateException(name + " is not installed: ./weir tools installs it"));
    }

    public String run(Duration length, String... arguments) throws IOException, InterruptedException {
        String said = output(length, arguments);
        if (said.isBlank()) {
            throw new IOException(executable + " printed nothing");
        }
        return said;
    }

    /** Returns the first line that {@code --version} prints, even if the tool then exits with an error. */
    public String version() throws IOException, InterruptedException {
        return output(Duration.ZERO, "--version").lines().findFirst().orElse("");
    }

    private String output(Duration length, String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("weir-tool-", ".txt");
        try {
            Process process = new ProcessBuilder(Lists.asList(executable.toString(), arguments))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(length.plus(Duration.ofSeconds(30)).toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(executable + " did not end in time");
            }
            return Files.readString(output);
        } finally {
            Files.delete(output);
        }
    }

    static String url(InetSocketAddress address, String path) {
        return "http://" + address.getHostString() + ":" + address.getPort() + path;
    }

    /**
     * Runs wrk with one thread, as a closed-loop load. wrk measures a latency from the sending of a request to the end
     * of its answer.
     *
     * <p>wrk corrects its latencies for coordinated omission. For each slow answer, it adds the latencies of the
     * requests that the connection would have sent while it waited. {@link ToolComparison.LatencySummary#asWrk}
     * corrects our latencies in the same way.
     */
    record Wrk(Tool tool, int connections) {
        private static final Pattern PERCENTILE = Pattern.compile("(\\d+)% +([0-9.]+)(us|ms|s)\n");
        private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
        private static final Pattern BAD = Pattern.compile("Non-2xx or 3xx responses: (\\d+)|Socket errors: .*");

        ToolComparison.LatencySummary run(InetSocketAddress address, String path, Duration length)
                throws IOException, InterruptedException {
            return parse(tool.run(
                    length,
                    "--threads=1",
                    "--connections=" + connections,
                    "--duration=" + length.toSeconds() + "s",
                    "--latency",
                    Tool.url(address, path)));
        }

        static ToolComparison.LatencySummary parse(String said) {
            Matcher rate = RATE.matcher(said);
            if (!rate.find()) {
                throw new IllegalStateException("wrk printed no request rate: " + said);
            }
            long errors = BAD.matcher(said).results().count();
            return ToolComparison.LatencySummary.of(
                    Double.parseDouble(rate.group(1)), micros(said, "50"), micros(said, "99"), errors);
        }

        private static double micros(String said, String percentile) {
            return PERCENTILE
                    .matcher(said)
                    .results()
                    .filter(match -> match.group(1).equals(percentile))
                    .mapToDouble(match -> Double.parseDouble(match.group(2)) * unit(match.group(3)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("wrk printed no such percentile: " + said));
        }

        private static double unit(String name) {
            return switch (name) {
                case "us" -> 1;
                case "ms" -> 1e3;
                default -> 1e6;
            };
        }
    }

    /**
     * Runs oha as an open-loop load: requests are sent at equal gaps, whether or not earlier ones were answered. oha
     * measures a latency from the tick of its millisecond timer, at which the request is due, to the last byte of the
     * answer.
     */
    record Oha(Tool tool, int connections, double perSecond) {
        ToolComparison.LatencySummary run(InetSocketAddress address, String path, Duration length)
                throws IOException, InterruptedException {
            return parse(tool.run(
                    length,
                    "--no-tui",
                    "--output-format=json",
                    "--worker-threads=1",
                    "--latency-correction",
                    "--wait-ongoing-requests-after-deadline",
                    "-c" + connections,
                    "-q" + Math.round(perSecond),
                    "-z" + length.toSeconds() + "s",
                    Tool.url(address, path)));
        }

        static ToolComparison.LatencySummary parse(String said) {
            JsonNode values = JsonMapper.shared().readTree(said);
            long good = values.at("/statusCodeDistribution/200").asLong();
            long all = count(values.at("/statusCodeDistribution")) + count(values.at("/errorDistribution"));
            return ToolComparison.LatencySummary.of(
                    values.at("/summary/requestsPerSec").asDouble(),
                    values.at("/latencyPercentiles/p50").asDouble() * 1e6,
                    values.at("/latencyPercentiles/p99").asDouble() * 1e6,
                    all - good);
        }

        private static long count(JsonNode distribution) {
            return distribution.valueStream().mapToLong(JsonNode::asLong).sum();
        }
    }
}
