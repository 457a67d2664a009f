package dev.weir.crosscheck;

import dev.weir.perf.load.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A program that can put load on a server: this project's load generator, or another one. */
public interface Side {
    /** The name of the figure that counts wrong or missing answers. */
    String FAULTS = "faults";

    /** Returns how long the load takes until it is steady. */
    Duration settle();

    /** Starts a load that is steady during {@code window}, the measuring time. */
    Running start(Window window) throws IOException, InterruptedException;

    interface Running extends AutoCloseable {
        /** Returns the client's CPU time so far, in seconds. Excludes the busy-polling of this project's generator. */
        double cpuSeconds() throws IOException, InterruptedException;

        long rssBytes() throws IOException;

        /**
         * Blocks until the measuring time is over and the client has its results. Returns the figures by name. The
         * first figure is the rate of work, such as downloads/s.
         */
        Map<String, Double> figures() throws IOException, InterruptedException;

        @Override
        void close();
    }
}
