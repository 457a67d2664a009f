package dev.weir.perf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How late Linux may wake a thread in order to save wake-ups: by default 50 microseconds, of which every planned start
 * of a request would get its part.
 */
final class TimerSlack {
    private static final String SHORTEST_NANOS = "1";

    private TimerSlack() {}

    /** Has the thread that calls this woken in time. */
    static void shorten() {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc", String.valueOf(thread), "timerslack_ns"), SHORTEST_NANOS);
        } catch (IOException _) {
            // Where it may not be set the lag is larger, and reported.
        }
    }
}
