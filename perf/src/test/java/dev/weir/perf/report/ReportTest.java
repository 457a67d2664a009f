package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Example;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final RunPlan PLAN = Runs.plan(8, "async", "reactive", "async#2");

    @TempDir
    Path folder;

    private static String html(Results results) {
        try {
            return Report.document(results).html();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String markdown(Results results) {
        return Report.document(results).markdown();
    }

    /** Creates a trial. Trials 1 to 4 have one problem each. In the rest, reactive costs 1.3 times as much as async. */
    private static Evidence mixed(RunPlan.Case planned) {
        return switch (planned.position()) {
            case 1 -> new Evidence(Raw.failed(planned, new IOException("no <server>\nat | all")), Map.of());
            case 2 ->
                Example.of(planned)
                        .slice(1, 1, 1)
                        .error("status 500 & \"more\"", 2)
                        .evidence();
            case 3 -> Example.of(planned).slice(1, 1, 1).unstable(12).evidence();
            case 4 ->
                Example.of(planned).slice(1, 1, 1).value(Value.EMPTY_POLLS, 3).evidence();
            default -> Runs.trial(planned, planned.contender().equals("reactive") ? 1.3 : 1, 1);
        };
    }

    private static Results mixed() {
        return Runs.results(PLAN, ReportTest::mixed);
    }

    @Test
    void everyLoadAndContenderIsNamedAndThePlanIsThere() {
        Results results = Runs.results(PLAN, Runs::usual);
        assertThat(List.of(html(results), markdown(results)))
                .allSatisfy(page -> assertThat(page)
                        .contains("S5, 1,000 requests/s", "async", "reactive", "async#2")
                        .contains("Who waits?", "A choice.", "random order (seed 7)", "./weir compare --seed 7")
                        .contains("c0ffee", "some JDK", "some cpu", "Valid trials: 24 of 24"));
    }

    /** Consecutive trials with the same load share a line. Trials with planted faults come last, on another line. */
    @Test
    void theOrderIsThatOfTheRun() {
        RunPlan plan = new RunPlan(
                "title",
                "command",
                7,
                Map.of(),
                List.of(
                        new RunPlan.Case(1, 1, "S5", "a", "async"),
                        new RunPlan.Case(2, 1, "S5", "a", "reactive"),
                        new RunPlan.Case(3, 1, "S5", "b", "async"),
                        new RunPlan.Case(4, 1, "S5", "a", "async!burner")),
                List.of());
        assertThat(plan.order())
                .containsExactly(
                        "Block 1, S5, a: async, reactive", "Block 1, S5, b: async", "Block 1, S5, a: async!burner");
    }

    @Test
    void aTrialThatDoesNotCountIsListedWithItsFault() {
        String page = markdown(mixed());
        assertThat(page)
                .contains("Valid trials: 22 of 24")
                .contains("| **no <server> at \\| all ✗** |")
                .contains("2 x status 500")
                .contains("still warming up after 12 cycles");
        assertThat(html(mixed())).contains("no &lt;server&gt;", "2 x status 500 &amp; &quot;more&quot;");
    }

    @Test
    void aMissedCheckIsMarkedAndAMetOneIsNot() {
        Results results = Runs.results(
                Runs.plan(2, "async", "reactive"),
                planned -> Example.of(planned)
                        .slice(1, 1, 1)
                        .value(Value.EMPTY_POLLS, planned.contender().equals("async") ? 0 : 3)
                        .evidence());
        assertThat(markdown(results))
                .contains("| empty polls | **≤ 0 → 3 MISSED in 2 of 2 ✗** | ≤ 0 → 0 ✓ |")
                .contains("`reactive` | **≤ 0 → 3 MISSED in 2 of 2 ✗** | T07 |");
        assertThat(html(results)).contains("<td class=\"bad\">≤ 0 → 3 MISSED in 2 of 2 ✗");
    }

    /** One of three trials misses its target. The report must show the value of this trial, not the median. */
    @Test
    void theWorstMissIsShown() {
        Results results = Runs.results(
                Runs.plan(3, "async"),
                planned -> Example.of(planned)
                        .slice(1, 1, 1)
                        .value(Value.EMPTY_POLLS, planned.position() == 2 ? 7 : 0)
                        .evidence());
        assertThat(markdown(results)).contains("**≤ 0 → 7 MISSED in 1 of 3 ✗**");
    }

    /** If no trial misses its target, the report must show the median of the targets, and of the measured values. */
    @Test
    void targetsThatAreMetAreShownAsTheirMedian() {
        Results results = Runs.results(Runs.plan("S1", 3, "async"), planned -> {
            int wait = List.of(1_000, 5_000, 6_000).get(planned.position() - 1);
            int unloaded = List.of(5_500, 6_500, 7_500).get(planned.position() - 1);
            return Example.of(planned)
                    .slice(10, 1, 1)
                    .value(Value.USERS, 10)
                    .value(Value.DOWNLOAD_SECONDS, 1)
                    .histogram(Evidence.Tag.UNLOADED_WAIT, unloaded)
                    .histogram(Evidence.Tag.UNLOADED_RESPONSE, 1_000_000)
                    .histogram(Evidence.Tag.WAIT, wait)
                    .histogram(Evidence.Tag.RESPONSE, 1_000_000)
                    .evidence();
        });
        assertThat(markdown(results)).contains("| wait mean | ≤ 11.5 ms → 5.00 ms ✓ |");
    }

    /** The publisher fixes how long a poll takes, so the report must not judge this time or reject a trial for it. */
    @Test
    void theTimeOfAPollStandsBesideItsPredictionWithoutAVerdict() {
        Results results = Runs.results(
                Runs.plan("S2", 2, "async", "sleeping"),
                planned -> planned.contender().equals("async")
                        ? polls(planned, 1_000, 1_000, 1_999_000)
                        : polls(planned, 200, 200, 10_000_000));
        assertThat(markdown(results))
                .contains("Valid trials: 4 of 4", "All targets are met.")
                .contains("| steal | users by Little's law | calibration |", "| 0.00 % | 1,999 | ")
                .contains("| 2.000 s predicted, 1.999 s measured: fixed by the publisher |")
                .contains("| N/X = 2000/1000 s; L04, all are answered |")
                .contains("| 10.00 s → 9.998 s, +0.0 % ✓ |", "N/X = 2000/200 s")
                .doesNotContain("publisher ✓", "2.000 s →", "2,000 predicted");
    }

    private static Evidence polls(RunPlan.Case planned, double most, double answered, long pollMicros) {
        return Example.of(planned)
                .slice(answered, 0.1, 100)
                .value(Value.USERS, 2_000)
                .value(Value.CEILING, most)
                .histogram(Evidence.Tag.SERVICE, pollMicros)
                .evidence();
    }

    /** The publisher alone determines how long a poll takes. So the report must not claim that a target is met. */
    @Test
    void aFigureThatTheLoadFixesIsNoTarget() {
        assertThat(planned(2_040_000))
                .contains("2.000 s predicted, 2.040 s measured: fixed by the publisher")
                .doesNotContain("All targets are met");
    }

    /** If a poll takes much longer than predicted, the report must say that the server has missed a target. */
    @Test
    void aFigureThatTheLoadShouldHaveFixedIsAMiss() {
        assertThat(planned(2_400_000))
                .contains("2.000 s → 2.399 s, +20.0 % MISSED in 1 of 1", "**Missed targets:** `async` (service mean).")
                .doesNotContain("fixed by the publisher");
    }

    private static String planned(long pollMicros) {
        return markdown(Runs.results(
                Runs.plan("S2", 1, "async"),
                planned -> Example.of(planned)
                        .slice(1_000, 0.1, 100)
                        .value(Value.USERS, 2_000)
                        .value(Value.CEILING, 1_000)
                        .value(Value.PLANNED_RATE, 1_000)
                        .value(Value.ACHIEVED_RATE, 1_000)
                        .histogram(Evidence.Tag.SERVICE, pollMicros)
                        .evidence()));
    }

    @Test
    void anUnknownLagAndGatesThatWereNotMeasuredAreNoNumbers() {
        Results results = Runs.results(
                Runs.plan(2, "async"),
                planned -> planned.position() == 1
                        ? new Evidence(Raw.failed(planned, new IOException("gone")), Map.of())
                        : Example.of(planned).slice(1, 1, 1).evidence());
        assertThat(markdown(results))
                .contains("| 1 | 1 | S5, 1,000 requests/s: async | - | - | - | - | - |")
                .contains("| 2 | 2 | S5, 1,000 requests/s: async | - | 30.00 % | 0.00 % | 0.1000 | 0.00 % |");
    }

    @Test
    void aRatioHasAColourOnlyWhenItsIntervalHasLeftTheBand() {
        String page = html(Runs.results(
                PLAN, planned -> Runs.trial(planned, planned.contender().equals("reactive") ? 1.3 : 1.03, 1)));
        assertThat(page).contains("<td class=\"bad\">more").containsOnlyOnce("class=\"bad\"");
        assertThat(page).doesNotContain("class=\"good\">less").contains("<td>equal within 5&nbsp;%");
    }

    @Test
    void aMuchCheaperContenderIsMarkedGood() {
        assertThat(html(Runs.results(
                        PLAN, planned -> Runs.trial(planned, planned.contender().equals("reactive") ? 0.7 : 1, 1))))
                .contains("<td class=\"good\">less");
    }

    @Test
    void oneBlockHasNoInterval() {
        String page = markdown(Runs.results(Runs.plan(1, "async", "reactive"), Runs::usual));
        assertThat(page).contains("too few blocks", "not decided").doesNotContain("equal within");
        assertThat(markdown(Runs.results(Runs.plan(4, "async", "reactive"), planned -> Runs.trial(planned, 0, 1))))
                .contains("| marginal server CPU | - | a figure that is not above zero | 4 |")
                .doesNotContain("too few blocks");
    }

    private static Stream<Results> all() {
        RunPlan memory = Runs.plan("memory", 1, "async", "nginx");
        return Stream.of(
                Runs.results(PLAN, Runs::usual),
                mixed(),
                Runs.results(PLAN, planned -> Example.of(planned).evidence()),
                Runs.results(PLAN, planned -> new Evidence(Raw.failed(planned, new IOException("gone")), Map.of())),
                Runs.results(
                        memory,
                        planned -> Example.of(planned)
                                .series(Raw.Series.CONNECTIONS, 1, 2, 3, 4, 5, 6)
                                .series(Raw.Series.NATIVE_BYTES, 1e6, 2e6, 3e6, 4e6, 5e6, 6e6)
                                .evidence()),
                // Response times of 0 have no place on a logarithmic axis.
                Runs.results(
                        PLAN,
                        planned -> Example.of(planned)
                                .slice(1, 1, 1)
                                .histogram(Evidence.Tag.RESPONSE, 0, 0, 0)
                                .evidence()));
    }

    @Test
    void everyPageStandsAloneAndHoldsOnlyNumbers() {
        assertThat(all().map(ReportTest::html)).allSatisfy(page -> {
            assertThat(page).doesNotContain("NaN", "Infinity", "<script", "<link", "@import", "url(", " src=");
            assertThat(page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "")).doesNotContain("http:", "https:");
            assertThat(page.length()).isLessThan(2 << 20);
        });
        assertThat(all().map(ReportTest::markdown))
                .allSatisfy(page -> assertThat(page).doesNotContain("NaN", "Infinity"));
    }

    @Test
    void everyPageIsWellFormedAndSoIsEachDrawing() {
        assertThat(all().map(ReportTest::html)).allSatisfy(page -> {
            assertThat(new Page(page).firstFault()).isEmpty();
            for (MatchResult svg : Pattern.compile("<svg .*?</svg>", Pattern.DOTALL)
                    .matcher(page)
                    .results()
                    .toList()) {
                Xml xml = Xml.parse(svg.group());
                assertThat(xml.title()).isNotEmpty();
                assertThat(xml.description()).isNotEmpty();
            }
        });
    }

    /** Each row of a Markdown table must have as many cells as the first row, even if an error contains {@code |}. */
    @Test
    void tablesOfTheMarkdownAreWhole() {
        assertThat(all().map(ReportTest::markdown)).allSatisfy(page -> {
            long cells = 0;
            for (String line : page.lines().toList()) {
                long bars =
                        line.replace("\\|", "").chars().filter(c -> c == '|').count();
                if (line.startsWith("|") && cells > 0) {
                    assertThat(bars).as(line).isEqualTo(cells);
                }
                cells = line.startsWith("|") ? bars : 0;
                assertThat(line.startsWith("|") || bars == 0).as(line).isTrue();
            }
        });
    }

    /** A ratio of 1.3 must be drawn with its confidence interval. With too few trials for a ratio, costs are drawn. */
    @Test
    void decidedRatiosAreDrawnAndElseBars() {
        String decided = html(Runs.results(
                PLAN, planned -> Runs.trial(planned, planned.contender().equals("reactive") ? 1.3 : 1, 1)));
        assertThat(decided.replaceAll("(?s)<details>.*?</details>", ""))
                .contains("class=\"band\"", "ratio to async (logarithmic)", "class=\"more\"")
                .contains(">0.8<", ">1.2<")
                .doesNotContain("async#2");
        String few = html(Runs.results(Runs.plan(2, "async", "reactive"), Runs::usual));
        assertThat(few.replaceAll("(?s)<details>.*?</details>", ""))
                .contains("marginal server CPU per request (ms)", "<rect class=\"k1\"", "<rect class=\"k2\"")
                .doesNotContain("class=\"band\"");
    }

    /** The warning about invalid trials must come first, then answers and charts. Details are in {@code <details>}. */
    @Test
    void answersComeFirstAndAllElseIsFoldedAway() {
        String page = html(mixed());
        assertThat(page.replaceAll("(?s)<details>.*?</details>", ""))
                .containsSubsequence(
                        "class=\"warning\"",
                        ">Answers<",
                        ">Predicted beside measured<",
                        ">Charts<",
                        ">Repeat and verify<")
                .doesNotContain("A choice.", "Netty started", "some JDK", ">not decided", "lag p99");
        assertThat(markdown(mixed()))
                .containsSubsequence(
                        "> **Warning.** 2 of 24 trials invalid and not counted",
                        "## Answers",
                        "## Charts",
                        "## Ratios",
                        "<details>",
                        "## Plan");
    }

    /** Text needs a contrast of 4.5 to 1 (WCAG AA), and lines need 3 to 1, on light and on dark pages. */
    @Test
    void coloursHaveContrast() {
        List<MatchResult> palettes = Pattern.compile(":root \\{[^}]*}")
                .matcher(html(mixed()))
                .results()
                .toList();
        assertThat(palettes).hasSize(2);
        assertThat(palettes).allSatisfy(palette -> {
            Map<String, Double> light = Pattern.compile("--(\\w+): #(\\w{6})")
                    .matcher(palette.group())
                    .results()
                    .collect(Collectors.toMap(one -> one.group(1), one -> luminance(one.group(2))));
            assertThat(Stream.of("ink", "soft", "good", "bad"))
                    .allSatisfy(text -> assertThat(Stream.of("paper", "card", "warn", "band"))
                            .allSatisfy(behind -> assertThat(contrast(light, text, behind))
                                    .as(text + " on " + behind)
                                    .isGreaterThanOrEqualTo(4.5)));
            assertThat(IntStream.rangeClosed(0, 11).mapToObj(i -> "k" + i))
                    .allSatisfy(line ->
                            assertThat(contrast(light, line, "paper")).as(line).isGreaterThanOrEqualTo(3));
        });
    }

    private static double contrast(Map<String, Double> light, String one, String other) {
        double a = light.getOrDefault(one, 0.0) + 0.05;
        double b = light.getOrDefault(other, 0.0) + 0.05;
        return Math.max(a / b, b / a);
    }

    private static double luminance(String hex) {
        double[] share = {0.2126, 0.7152, 0.0722};
        return IntStream.range(0, 3)
                .mapToDouble(i -> {
                    double part = Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16) / 255.0;
                    return share[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
                })
                .sum();
    }

    @Test
    void bothAreWritten() throws IOException {
        Results results = Runs.results(PLAN, Runs::usual);
        assertThat(Report.write(folder, results)).isEqualTo(folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("report.html"))).isEqualTo(html(results));
        assertThat(Files.readString(folder.resolve("report.md"))).isEqualTo(markdown(results));
    }
}
