package dev.weir.contract;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A02: readiness while every thread waits. For a model that waits with threads; it has {@link #THREADS}. */
public interface BusyContract {
    int THREADS = 4;

    /** The server, started once for the class. */
    StartedServer server();

    @Test
    default void a02_aServerWhoseThreadsAllWaitIsNotReadyUntilOneIsFree() {
        Eventually.is("readiness", () -> server().management(HealthContract.READINESS) == 200);
        List<Connection> polls = new ArrayList<>();
        try {
            for (int i = 0; i < THREADS; i++) {
                polls.add(server().open("GET", "/events/next?timeout=60"));
            }
            Eventually.is("its end", () -> server().management(HealthContract.READINESS) == 503);
        } finally {
            polls.forEach(Connection::reset);
        }
        Eventually.is("its return", () -> server().management(HealthContract.READINESS) == 200);
    }
}
