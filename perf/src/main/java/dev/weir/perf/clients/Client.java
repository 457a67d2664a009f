package dev.weir.perf.clients;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** A program that downloads, told no more than its users tell it. Downloads may run beside each other. */
interface Client {
    ClientType type();

    /** How it is run, for the report. */
    String command();

    /**
     * Downloads into an empty folder, under whatever name it chooses, and asks again like a user until it is done.
     *
     * @param log for what it says
     * @return how often it was asked
     * @throws IOException when it gives up, or is not done in time
     */
    int download(URI uri, Path folder, Path log, Duration patience) throws IOException, InterruptedException;
}
