package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Metrics;
import dev.weir.contract.server.RunningServer;
import dev.weir.contract.server.StartedServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that a server is not ready while all its threads wait (rule A02). Only for threading models in which each
 * waiting request holds a thread. The server must be started with {@link #THREADS} threads.
 */
public interface BusyContract {
    int THREADS = 4;

    StartedServer server();

    @Test
    default void a02_aServerWhoseThreadsAllWaitIsNotReadyUntilOneIsFree() {
        Eventually.is("readiness", () -> server().management(RunningServer.READINESS) == 200);
        List<Connection> polls = new ArrayList<>();
        try {
            for (int i = 0; i < THREADS; i++) {
                polls.add(server().open("GET", "/events/next?timeout=60"));
            }
            Eventually.is("the end of readiness", () -> server().management(RunningServer.READINESS) == 503);
            assertTheMetricsShowIt();
        } finally {
            polls.forEach(Connection::reset);
        }
        Eventually.is("readiness again", () -> server().management(RunningServer.READINESS) == 200);
    }

    /** Checks that the metrics show busy threads, and tasks that wait for a thread (rule A04). */
    private void assertTheMetricsShowIt() {
        Metrics metrics = Metrics.of(server());
        assertThat(metrics.sum("weir_threads_busy")).isEqualTo(THREADS);
        assertThat(metrics.sum("weir_threads_max")).isEqualTo(THREADS);
        Eventually.is("a queue", () -> Metrics.of(server()).sum("weir_threads_queue") > 0);
        Eventually.is("a lag of more than half a second", () -> {
            Metrics later = Metrics.of(server());
            return later.sum("weir_threads_lag_seconds_count")
                    > later.sum("weir_threads_lag_seconds_bucket", "le=\"0.5\"");
        });
    }
}
