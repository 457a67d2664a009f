package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Prediction;
import dev.weir.perf.result.RateTrial;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Samples;
import dev.weir.perf.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Prediction QUEUE = Prediction.threads(100, 10, 1);

    @TempDir
    Path directory = Path.of("");

    @Test
    void bothFormsNameTheScenarioAndTheContenders() throws IOException {
        List<Trial> trials = List.of(
                Samples.trial("blocking", 1, Samples.measured(10.499, 9, QUEUE)),
                Samples.trial("reactive", 2, Samples.measured(1, 0.001, Prediction.threads(1, 1, 1))));
        String html = write(Samples.results(trials, List.of()));
        assertThat(html).contains("S1", "blocking", "reactive", "<svg", "10.50 s ✓");
        assertThat(markdown()).contains("S1", "| blocking |", "| reactive |", "10.50 s ✓");
    }

    @Test
    void aMissedPredictionIsMarked() throws IOException {
        String html = write(
                Samples.results(List.of(Samples.trial("blocking", 1, Samples.measured(12, 9, QUEUE))), List.of()));
        assertThat(html).contains("<td class=\"bad\">12.00 s ✗");
        assertThat(markdown()).contains("**12.00 s ✗**");
    }

    @Test
    void anInvalidTrialIsListedWithItsFault() throws IOException {
        Trial failed = Trial.planned("S1", "virtual", 1, 1).failed(new IOException("it <ended>"));
        assertThat(write(Samples.results(List.of(failed), List.of()))).contains("virtual", "it &lt;ended&gt; ✗");
    }

    @Test
    void ratesStandBesideTheirTargets() throws IOException {
        RateTrial trial = RateTrial.planned("async", 2, 1)
                .measured(List.of(), List.of(), Samples.rate(List.of(2_048_000L, 1L), 100, 150, 200, 100), List.of());
        assertThat(write(Samples.results(List.of(), List.of(trial))))
                .contains("1 of 2 ✗", "1.500 ✗", "<td class=\"bad\">2.000 ✗", "<td class=\"good\">0 ✓");
    }

    @Test
    void thePageNeedsNothingElse() throws IOException {
        String html =
                write(Samples.results(List.of(Samples.trial("async", 1, Samples.measured(1, 0, QUEUE))), List.of()));
        assertThat(html.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
                .doesNotContain("<script", "src=", "href=", "http:", "https:", "NaN", "Infinity");
    }

    private String write(Results results) throws IOException {
        return Files.readString(Report.write(directory, "report", results));
    }

    private String markdown() throws IOException {
        return Files.readString(directory.resolve("report.md"));
    }
}
