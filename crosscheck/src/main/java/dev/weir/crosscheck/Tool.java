package dev.weir.crosscheck;

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

/** A load generator of another project, such as wrk. {@code ./weir tools} installs it, or it is on the PATH. */
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

    public String version() throws IOException, InterruptedException {
        return run(Duration.ZERO, "--version").lines().findFirst().orElse("");
    }

    String run(Duration length, String... arguments) throws IOException, InterruptedException {
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
            String said = Files.readString(output);
            if (said.isBlank()) {
                throw new IOException(executable + " printed nothing");
            }
            return said;
        } finally {
            Files.delete(output);
        }
    }

    static String url(InetSocketAddress address, String path) {
        return "http://" + address.getHostString() + ":" + address.getPort() + path;
    }

    /**
     * Runs wrk, a closed-loop load generator. After a slow response, wrk adds latencies for the requests that it could
     * not send meanwhile. {@link ToolComparison.LatencySummary#asWrk} changes our latencies in the same way.
     */
    record Wrk(Tool tool, int connections) {
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
            double perSecond =
                    Double.parseDouble(find("Requests/sec: +([0-9.]+)", said).group(1));
            long errors = BAD.matcher(said).results().count();
            return ToolComparison.LatencySummary.of(perSecond, micros(said, "50"), micros(said, "99"), errors);
        }

        private static Matcher find(String regex, String said) {
            Matcher found = Pattern.compile(regex).matcher(said);
            if (!found.find()) {
                throw new IllegalStateException("wrk printed no '%s': %s".formatted(regex, said));
            }
            return found;
        }

        private static double micros(String said, String percentile) {
            Matcher latency = find(" " + percentile + "% +([0-9.]+)(us|ms|s)\n", said);
            return Double.parseDouble(latency.group(1)) * unit(latency.group(2));
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
     * Runs oha, an open-loop load generator. oha plans a time for each request, in steps of 1 ms. It measures the
     * latency from the planned time.
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
