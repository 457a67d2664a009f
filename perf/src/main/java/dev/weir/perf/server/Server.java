package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A server under test in processes of its own, which end with {@link #close()} and with this process. */
public interface Server extends AutoCloseable {
    /** Waits until it answers and can be read without a first time's cost. */
    void awaitReady(Duration patience) throws IOException, InterruptedException;

    InetSocketAddress address();

    /** What it has used until now; at the edges of windows, once it is ready. */
    Usage usage() throws IOException;

    /** The same without the allocated bytes, which only the server knows: for slices, as it costs the server nothing. */
    Usage kernelUsage() throws IOException;

    /** Context switches, which cost the reader a file for each thread; at the edges of windows. */
    Usage.Switches switches() throws IOException;

    /** What it holds now, after collecting where there is a collector; outside of windows. */
    Memory memory() throws IOException;

    /** Loads and compiles what reads: the first reading would otherwise disturb the window that it opens. */
    default void practiseReading() throws IOException {
        for (int i = 0; i < 30; i++) {
            usage();
            switches();
        }
    }

    /** Moves it to its core, where it has used more to get warm. */
    default void pin() throws IOException, InterruptedException {}

    /**
     * Has it collect its garbage, where it has a collector, after the warm-up: what it made while it started would else
     * be copied in the middle of a window, at a length of pause that it never has again.
     */
    default void collect() throws IOException {}

    List<String> command();

    /** Versions, options, transport and sizes, as it tells them itself. */
    List<String> selfDescription() throws IOException;

    @Override
    void close();
}
