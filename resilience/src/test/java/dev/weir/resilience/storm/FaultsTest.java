package dev.weir.resilience.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Checks;
import dev.weir.perf.stats.Slope;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what the stress tests compute: counts of log lines, generated SOAP messages, and growth over time. */
class FaultsTest {
    private static final String LINE =
            "2026-11-23T06:29:0%d.269Z  WARN 1 --- [weir-servlet] [thread-%d] dev.weir.Some : No file %d";

    @Test
    void linesAreCountedBySecondAndKind() {
        String log = Stream.of(
                        LINE.formatted(1, 1, 1), LINE.formatted(1, 2, 2), "\tat somewhere", LINE.formatted(2, 3, 3))
                .reduce("", (all, line) -> all + line + "\n");
        assertThat(RequestStorms.linesPerSecond(log))
                .containsEntry("2026-11-23T06:29:01 WARN dev.weir.Some: No file #", 2L)
                .containsEntry("2026-11-23T06:29:01 without a date", 1L)
                .containsEntry("2026-11-23T06:29:02 WARN dev.weir.Some: No file #", 1L)
                .hasSize(3);
    }

    @Test
    void controlCharactersAreCounted() {
        assertThat(RequestStorms.controls("a\u001b[31m\tb\r\n\u007f")).isEqualTo(3);
    }

    @Test
    void everyNameIsNew() {
        List<String> first = names(SoapStorms.message(1));
        List<String> second = names(SoapStorms.message(1 + first.size()));
        assertThat(first)
                .hasSizeGreaterThan(90_000)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(second.subList(0, 9));
        assertThat(names(SoapStorms.message(0)).stream().distinct()).hasSize(1);
    }

    private static List<String> names(byte[] message) {
        assertThat(message).hasSize(1 << 20);
        String text = new String(message, StandardCharsets.US_ASCII);
        return Stream.of(text.substring(3, text.length() - 4).strip().split("/>", -1))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    @Test
    void aGrowingSeriesIsNotFlat() {
        assertThat(isFlat(x -> 50 + 4 * x)).isFalse();
        assertThat(isFlat(x -> 50 + x)).isTrue();
        assertThat(isFlat(x -> 50 - 20 * x)).isTrue();
        assertThat(isFlat(x -> 50 + 10 * Math.sin(100 * x))).isTrue();
    }

    private static boolean isFlat(DoubleUnaryOperator value) {
        List<Slope.Point> points = IntStream.range(0, 50)
                .mapToObj(i -> new Slope.Point(i / 50.0, value.applyAsDouble(i / 50.0)))
                .toList();
        Checks found = new Checks();
        EverythingStorm.flat(found, "heap", points, 2, "MB");
        return found.of("everything", "", "", "async").met();
    }
}
