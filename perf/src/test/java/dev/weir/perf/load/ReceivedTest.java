package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the measured rate of a client that gets its bytes in portions (grants). The window may cut off some grants. */
class ReceivedTest {
    private static final Window WINDOW = new Window(0, Duration.ofSeconds(10).toNanos());
    private static final int CHUNK = 51_200;
    private static final long PERIOD = Duration.ofMillis(250).toNanos();

    /**
     * Simulates a client that gets a grant of {@code chunk} bytes every {@code periodNanos}. Each grant arrives in
     * {@code parts} equal parts, 1 ms apart. Only the parts that arrive in the window are counted.
     */
    private static DownloadLoad.Received grants(long firstNanos, long periodNanos, int chunk, int parts) {
        DownloadLoad.Received received = new DownloadLoad.Received();
        for (long grant = firstNanos - periodNanos; grant < WINDOW.toNanos(); grant += periodNanos) {
            for (int part = 0; part < parts; part++) {
                long nanos = grant + Duration.ofMillis(part).toNanos();
                if (WINDOW.contains(nanos)) {
                    received.add(chunk / parts, nanos);
                }
            }
        }
        return received;
    }

    /**
     * The window has 40 grants (portions of bytes) if the first comes early, and 39 if it comes late. The measured rate
     * must be the same. Otherwise equal clients would differ by 2.5 %.
     */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "130, 1", "249, 1", "0, 4", "1, 4", "236, 4", "237, 4", "249, 4"})
    void theRateIsThatOfWholeGrants(long firstMillis, int parts) {
        long first = Duration.ofMillis(firstMillis).toNanos();
        long late = Duration.ofMillis(250).plusNanos(300_000).toNanos();
        assertThat(grants(first, late, CHUNK, parts).steady(WINDOW, CHUNK))
                .isCloseTo(2_048_000 / 1.0012, within(2_000.0));
    }

    /**
     * Each grant (portion of bytes) comes in two parts. In the second half of the window, the two parts may have other
     * sizes than before. The measured rate must be right.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.04, 0.5, 0.96})
    void theRateIsThatOfGrantsInParts(double first) {
        DownloadLoad.Received received = new DownloadLoad.Received();
        for (int grant = 0; grant < 40; grant++) {
            int part = grant < 20 ? CHUNK / 2 : (int) (CHUNK * first);
            received.add(part, grant * PERIOD);
            received.add(CHUNK - part, grant * PERIOD + 1);
        }
        assertThat(received.steady(WINDOW, CHUNK)).isCloseTo(2_048_000, within(200.0));
    }

    /** If a client gets no bytes in the second half of the window, its measured rate must be half of the usual rate. */
    @Test
    void aPauseIsSeen() {
        DownloadLoad.Received received = new DownloadLoad.Received();
        for (int grant = 0; grant < 20; grant++) {
            received.add(CHUNK, grant * PERIOD);
        }
        assertThat(received.steady(WINDOW, CHUNK)).isEqualTo(20 * CHUNK);
    }

    /**
     * A grant (portion of bytes) comes every 248 ms or every 327.68 ms. The window of 10 s is no multiple of
     * either time. The measured rate must be right all the same.
     */
    @ParameterizedTest
    @CsvSource({"0, 248, 50790.4", "100, 248, 50790.4", "0, 327.68, 67108.864", "200, 327.68, 67108.864"})
    void theWindowNeedNotBeAWholeNumberOfGrants(long firstMillis, double periodMillis, double chunk) {
        long period = Math.round(periodMillis * 1e6);
        assertThat(grants(firstMillis * 1_000_000, period, (int) chunk, 1).steady(WINDOW, CHUNK))
                .isCloseTo(2_048_000, within(200.0));
    }

    /** A client that gets 3 % more bytes must have a measured rate that is 3 % higher. */
    @Test
    void aHigherRateIsSeen() {
        double one = grants(0, PERIOD, CHUNK, 1).steady(WINDOW, CHUNK);
        assertThat(grants(0, PERIOD, CHUNK * 103 / 100, 1).steady(WINDOW, CHUNK) / one)
                .isCloseTo(1.03, within(1e-9));
        assertThat(grants(0, PERIOD * 100 / 103, CHUNK, 1).steady(WINDOW, CHUNK) / one)
                .isCloseTo(1.03, within(1e-4));
    }

    /**
     * To smooth a client's number of bytes, a line is fitted to the received bytes over time. With fewer than two
     * arrivals, no line can be fitted. The result must then be the number of received bytes.
     */
    @Test
    void aClientWithoutTwoArrivalsHasItsBytes() {
        DownloadLoad.Received received = new DownloadLoad.Received();
        assertThat(received.steady(WINDOW, CHUNK)).isZero();
        received.add(CHUNK, PERIOD);
        assertThat(received.steady(WINDOW, CHUNK)).isEqualTo(CHUNK);
    }
}
