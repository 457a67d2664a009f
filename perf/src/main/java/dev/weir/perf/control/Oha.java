package dev.weir.perf.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An open load by oha at equal gaps: a latency counts from the tick of its timer, whose grain is a millisecond, until
 * the whole body is there.
 */
record Oha(Tool tool, int connections, double perSecond) {
    Figures run(InetSocketAddress address, String path, Duration length) throws IOException, InterruptedException {
        return parse(tool.run(
                length,
                List.of(
                        "--no-tui",
                        "--output-format=json",
                        "--worker-threads=1",
                        "--latency-correction",
                        "--wait-ongoing-requests-after-deadline",
                        "-c" + connections,
                        "-q" + Math.round(perSecond),
                        "-z" + length.toSeconds() + "s",
                        Tool.url(address, path))));
    }

    static Figures parse(String said) {
        JsonNode values = JsonMapper.shared().readTree(said);
        long good = values.at("/statusCodeDistribution/200").asLong();
        long all = count(values.at("/statusCodeDistribution")) + count(values.at("/errorDistribution"));
        return Figures.of(
                values.at("/summary/requestsPerSec").asDouble(),
                values.at("/latencyPercentiles/p50").asDouble() * 1e6,
                values.at("/latencyPercentiles/p99").asDouble() * 1e6,
                all - good);
    }

    private static long count(JsonNode distribution) {
        return distribution.valueStream().mapToLong(JsonNode::asLong).sum();
    }
}
