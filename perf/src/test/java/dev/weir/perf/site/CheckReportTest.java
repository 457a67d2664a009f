package dev.weir.perf.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckReportTest {
    private final Findings findings = new Findings();

    @TempDir
    Path folder;

    @BeforeEach
    void collect() {
        findings.exactly("never", 0, 0);
        findings.times("answer", "answer, microseconds", List.of(7_000L, 9_000L, 30_000L), 20);
        findings.atMost("nothing measured", Double.POSITIVE_INFINITY, 5, "ms");
    }

    private Findings.Found found() {
        return findings.of("cancel", "A storm of cancels", "Each leaves.", "async");
    }

    @Test
    void everyFigureMustBeMetAndNobodyMeetAnError() {
        Findings met = new Findings();
        met.holds("so", true);
        met.measured("beside", 1, "");
        assertThat(met.of("cancel", "", "", "async").met()).isTrue();
        met.error("status 503");
        assertThat(met.of("cancel", "", "", "async").met()).isFalse();
        assertThat(found().met()).isFalse();
    }

    @Test
    void errorsAreTold() {
        assertThat(found().markdown()).contains("### `async`", "Errors: none.");
        findings.errors(Map.of("status 503", 2L), ", idle");
        findings.error("status 503, idle");
        assertThat(found().markdown()).contains("Errors: **{status 503, idle=3}**.");
    }

    private Path write() throws IOException {
        Environment environment = new Environment(Instant.EPOCH, "c0ffee", "25", "", true, "0.1", Map.of(), Map.of());
        CheckReport.of("Storms", environment, List.of(found())).write(folder, "storms");
        return folder.resolve("storms.json");
    }

    @Test
    void whatWasWrittenIsVerified() throws IOException {
        assertThat(CheckReport.verify(write())).isEmpty();
    }

    /** If this fails, check that verdicts and percentiles are computed again and not read. */
    @ParameterizedTest
    @CsvSource({
        "storms.json, '\"met\" : true', '\"met\" : false', /figures/0/met",
        "storms.json, '30000', '10000', /figures/2/value",
        "storms.json, '\"value\" : 30.0', '\"value\" : 19.0', /figures/2/value",
        "storms.json, '\"atMost\" : 20.0', '\"atMost\" : 40.0', /figures/2/met",
        "storms.json, '\"met\" : false\n', '\"met\" : true\n', /met",
        "storms.md, MISSED, met, storms.md",
    })
    void whatWasChangedIsFound(String file, String before, String after, String named) throws IOException {
        Path written = write();
        Path path = folder.resolve(file);
        String text = Files.readString(path);
        String changed = text.replaceFirst(before, after);
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(path, changed);
        assertThat(String.join("\n", CheckReport.verify(written))).contains(named);
    }
}
