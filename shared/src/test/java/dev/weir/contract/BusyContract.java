package dev.weir.contract;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A02: readiness while every thread waits. Only for models whose downloads hold a thread. The server has {@link
 * #THREADS} threads.
 */
public interface BusyContract {
    int THREADS = 4;

    StartedServer server();

    @Test
    default void a02_aServerWhoseThreadsAllWaitIsNotReadyUntilOneIsFree() {
        Eventually.is("readiness", () -> server().management(HealthContract.READINESS) == 200);
        List<Connection> polls = new ArrayList<>();
        try {
            for (int i = 0; i < THREADS; i++) {
                polls.add(server().open("GET", "/events/next?timeout=60"));
            }
            Eventually.is("the end of readiness", () -> server().management(HealthContract.READINESS) == 503);
        } finally {
            polls.forEach(Connection::reset);
        }
        Eventually.is("readiness again", () -> server().management(HealthContract.READINESS) == 200);
    }
}
