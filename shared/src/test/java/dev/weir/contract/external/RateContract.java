package dev.weir.contract.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.SuiteFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * Measures the rate that a client gets, with one connection and with several (rules T02, T03). The tests take real
 * time, so only {@code ./weir check} runs them, and no build does. The expected rate is the value of {@code --rate}.
 * Without this option, it is the rate that the server announces.
 */
public interface RateContract {
    int SECONDS = 10;

    /** The seconds before the measurement begins. In this time, a client gets the burst from its full token bucket. */
    int SECONDS_BEFORE = 2;

    /**
     * The accepted deviation from the rate. Rule T02 allows 0.5 %. In addition, the measurement may contain one grant
     * more or less. One grant has the bytes of 250 ms, which are 2.5 % of the bytes of 10 s.
     */
    double TOLERANCE = 0.03;

    int CONNECTIONS = 4;

    ExternalServer server();

    @Test
    default void t02_aClientGetsItsRateForTenSeconds() throws InterruptedException, ExecutionException {
        long rate = rate();
        assertThat(bytesPerSecond(1)).as("bytes/s").isBetween((1 - TOLERANCE) * rate, (1 + TOLERANCE) * rate);
    }

    @Test
    default void t03_someConnectionsOfAClientGetNoMore() throws InterruptedException, ExecutionException {
        long rate = rate();
        assertThat(bytesPerSecond(CONNECTIONS)).as("bytes/s").isBetween((1 - TOLERANCE) * rate, (1 + TOLERANCE) * rate);
    }

    private long rate() {
        long rate = server().rate().orElseGet(this::announced);
        if (rate * (SECONDS + SECONDS_BEFORE) > SuiteFiles.LARGE_BYTES) {
            throw new TestAbortedException("needs a rate below 5 MB/s, as the largest file has 64 MiB");
        }
        return rate;
    }

    private long announced() {
        String policy =
                Objects.requireNonNullElse(server().get("/files/text.txt").field("RateLimit-Policy"), "");
        Matcher matcher = Pattern.compile(";q=(\\d+).*;w=(\\d+)").matcher(policy);
        if (!policy.contains("qu=\"content-bytes\"") || !matcher.find()) {
            throw new TestAbortedException("needs --rate, or a RateLimit-Policy of content-bytes");
        }
        return Long.parseLong(matcher.group(1)) / Long.parseLong(matcher.group(2));
    }

    private double bytesPerSecond(int connections) throws InterruptedException, ExecutionException {
        long fromNanos = System.nanoTime() + SECONDS_BEFORE * 1_000_000_000L;
        List<Future<Long>> counts = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < connections; i++) {
                counts.add(clients.submit(() -> bytes(fromNanos, fromNanos + SECONDS * 1_000_000_000L)));
            }
        }
        long bytes = 0;
        for (Future<Long> count : counts) {
            bytes += count.get();
        }
        return (double) bytes / SECONDS;
    }

    private long bytes(long fromNanos, long toNanos) {
        try (Connection connection = server().open("GET", "/files/large.bin")) {
            connection.head().assertStatus(200);
            long bytes = 0;
            while (System.nanoTime() - toNanos < 0) {
                int count = connection.piece().length;
                assertThat(count).as("bytes before the end of the file").isPositive();
                long nowNanos = System.nanoTime();
                bytes += nowNanos - fromNanos > 0 && nowNanos - toNanos < 0 ? count : 0;
            }
            return bytes;
        }
    }
}
