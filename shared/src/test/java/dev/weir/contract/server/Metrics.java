package dev.weir.contract.server;

import dev.weir.contract.connection.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The metrics of a server, in the text format of Prometheus.
 *
 * <p>The file {@code metrics.txt} lists the metrics that every server has, in each threading model and style. After
 * these, it lists the metrics that a server has only with Redis.
 */
public final class Metrics {
    private static final Pattern TYPE = Pattern.compile("^# TYPE (weir_\\S*) (\\S+)$", Pattern.MULTILINE);
    private static final String WITH_REDIS = "# with weir.redis.uri\n";

    private final String text;

    private Metrics(String text) {
        this.text = text;
    }

    public static Metrics of(RunningServer server) {
        Answer answer = server.manage("/actuator/prometheus", "Accept: text/plain");
        answer.assertStatus(200);
        return new Metrics(answer.text());
    }

    /** Returns the type and the name of each metric of Weir, such as {@code gauge weir_events_lag}. */
    public List<String> names() {
        return TYPE.matcher(text)
                .results()
                .map(type -> type.group(2) + " " + type.group(1))
                .toList();
    }

    /** Adds up the values of a metric. The values must have all given labels, such as {@code plan="gold"}. */
    public double sum(String metric, String... labels) {
        return Pattern.compile("^" + metric + "(?:\\{(.*)})? (\\S+)$", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .filter(series -> has(series, labels))
                .mapToDouble(series -> Double.parseDouble(series.group(2)))
                .sum();
    }

    private static boolean has(MatchResult series, String... labels) {
        List<String> there =
                List.of(Objects.requireNonNullElse(series.group(1), "").split(","));
        return there.containsAll(List.of(labels));
    }

    public static List<String> listed() {
        return file().substring(0, file().indexOf(WITH_REDIS)).lines().toList();
    }

    public static List<String> listedWithRedis() {
        return file().replace(WITH_REDIS, "").lines().toList();
    }

    private static String file() {
        try (InputStream file =
                Objects.requireNonNull(Metrics.class.getResourceAsStream("/dev/weir/contract/metrics.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
