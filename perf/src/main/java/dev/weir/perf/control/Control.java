package dev.weir.perf.control;

import dev.weir.perf.site.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A check of the generator itself, on a server that runs. */
public interface Control {
    /** What is done, for the reader. */
    String description() throws IOException, InterruptedException;

    /**
     * Does it once, on the calling thread.
     *
     * @param warmUp how long the server gets warm before
     * @param directory of logs
     */
    void run(Duration warmUp, Path directory, Findings found) throws IOException, InterruptedException;
}
