package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckReportTest {
    private final Checks checks = new Checks();

    @TempDir
    Path folder;

    @BeforeEach
    void collect() {
        checks.exactly("never", 0, 0);
        checks.times("answer", "answer, microseconds", List.of(7_000L, 9_000L, 30_000L), 20);
        checks.atMost("nothing measured", Double.POSITIVE_INFINITY, 5, "ms");
        checks.raw("bytes of each client", Collections.nCopies(12, 4_711));
    }

    private Checks.Found found() {
        return checks.of("cancel", "A storm of cancels", "Each leaves.", "async");
    }

    @Test
    void everyFigureMustBeMetAndNobodyMeetAnError() {
        Checks met = new Checks();
        met.holds("so", true);
        met.measured("beside", 1, "");
        assertThat(met.of("cancel", "", "", "async").met()).isTrue();
        met.error("status 503");
        assertThat(met.of("cancel", "", "", "async").met()).isFalse();
        assertThat(found().met()).isFalse();
    }

    @Test
    void errorsAreTold() {
        assertThat(markdown()).contains("### `async`", "Errors: none.");
        checks.errors(Map.of("status 503", 2L), ", idle");
        checks.error("status 503, idle");
        assertThat(markdown()).contains("Errors: **{status 503, idle=3}**.");
    }

    @Test
    void aRowHoldsValueTargetAndVerdict() {
        checks.atMost("p99", 12.3456, 20, "ms");
        checks.exactly("never", 3, 0, "downloads");
        checks.between("takes", 2003, 1980, 2020, "ms");
        checks.measured("granted", 1234567, "bytes");
        assertThat(markdown())
                .contains(
                        "| p99 | 12.346 ms | at most 20 | met |",
                        "| never | 3 downloads | 0 | **MISSED** |",
                        "| takes | 2,003 ms | 1,980 to 2,020 | met |",
                        "| granted | 1,234,567 bytes |  |  |");
    }

    @Test
    void thePageIsWellFormed() throws IOException {
        assertThat(new Page(report().document().html()).firstFault()).isEmpty();
    }

    @Test
    void nothingMeasuredIsNotEveryTargetMet() {
        assertThat(report(List.of()).document().markdown()).contains("**Not every target is met.**");
    }

    private String markdown() {
        return report().document().markdown();
    }

    private CheckReport report() {
        return report(List.of(found()));
    }

    private static CheckReport report(List<Checks.Found> all) {
        Environment environment = new Environment(Instant.EPOCH, "c0ffee", "25", "", true, "0.1", Map.of(), Map.of());
        return CheckReport.of("Storms", environment, all);
    }

    private Path write() throws IOException {
        report().write(folder, "storms");
        return folder.resolve("storms.json");
    }

    @Test
    void anUnchangedReportIsVerified() throws IOException {
        assertThat(CheckReport.verify(write(), CheckReportTest::again)).isEmpty();
    }

    private static List<Checks.Found> again(String name, List<Checks.Found> written) {
        assertThat(name).isEqualTo("storms");
        return written.stream().map(Checks.Found::again).toList();
    }

    /** Changes one place in a file of results. The verification must name the changed value or file. */
    @ParameterizedTest
    @CsvSource({
        "storms.json, '\"met\" : true', '\"met\" : false', /checks/0/met",
        "storms.json, '30000', '10000', /checks/2/value",
        "storms.json, '\"value\" : 30.0', '\"value\" : 19.0', /checks/2/value",
        "storms.json, '\"atMost\" : 20.0', '\"atMost\" : 40.0', /checks/2/met",
        "storms.json, '\"met\" : false\n', '\"met\" : true\n', /met",
        "storms.json, '4711', '4712', storms.md",
        "storms.json, 'c0ffee', 'decaf', storms.md",
        "storms.md, MISSED, met, storms.md",
        "storms.html, MISSED, met, storms.html",
    })
    void aChangedFileIsFound(String file, String before, String after, String named) throws IOException {
        Path written = write();
        Path path = folder.resolve(file);
        String text = Files.readString(path);
        String changed = text.replaceFirst(before, after);
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(path, changed);
        assertThat(String.join("\n", CheckReport.verify(written, CheckReportTest::again)))
                .contains(named);
    }
}
