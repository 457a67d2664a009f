package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramLogTest {
    @TempDir
    Path folder;

    private Map<Evidence.Tag, Histogram> written() throws IOException {
        Example trial = Example.trial().histogram(Evidence.Tag.LAG);
        SplittableRandom random = new SplittableRandom(3);
        for (Evidence.Tag tag : new Evidence.Tag[] {Evidence.Tag.RESPONSE, Evidence.Tag.UNLOADED_WAIT}) {
            trial.histogram(tag, random.longs(5_000, 0, 60_000_000).toArray());
        }
        Map<Evidence.Tag, Histogram> micros = trial.evidence().micros();
        HistogramLog.write(folder.resolve("trial.hlog"), 10, micros);
        return micros;
    }

    @Test
    void histogramsAreReadAsTheyWereWritten() throws IOException {
        Map<Evidence.Tag, Histogram> written = written();
        assertThat(HistogramLog.read(folder.resolve("trial.hlog"))).isEqualTo(written);
    }

    @Test
    void tagsReadAsWordsAndComeBack() {
        assertThat(Evidence.Tag.UNLOADED_RESPONSE.text()).isEqualTo("unloaded-response");
        assertThat(Evidence.Tag.values())
                .allSatisfy(tag -> assertThat(Evidence.Tag.of(tag.text())).isEqualTo(tag));
        assertThatThrownBy(() -> Evidence.Tag.of("jitter"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JITTER");
    }

    /** A file that was cut off, or that has lost a letter, must be refused. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.9, 0.999})
    void aBrokenFileIsRefused(double kept) throws IOException {
        written();
        Path file = folder.resolve("trial.hlog");
        String text = Files.readString(file);
        int at = (int) (text.length() * kept);
        Files.writeString(file, text.substring(0, at));
        assertThatThrownBy(() -> HistogramLog.read(file)).as("cut off").isInstanceOf(IOException.class);
        Files.writeString(file, text.substring(0, at) + text.substring(at + 1));
        assertThatThrownBy(() -> HistogramLog.read(file)).as("a letter lost").isInstanceOf(IOException.class);
    }

    @Test
    void aFileThatEndsAfterAnyOfItsLinesIsRefused() throws IOException {
        written();
        Path file = folder.resolve("trial.hlog");
        List<String> lines = Files.readAllLines(file);
        for (int kept = 0; kept < lines.size(); kept++) {
            Files.write(file, lines.subList(0, kept));
            assertThatThrownBy(() -> HistogramLog.read(file)).isInstanceOf(IOException.class);
        }
        Files.write(file, lines);
        assertThat(HistogramLog.read(file)).hasSize(3);
    }
}
