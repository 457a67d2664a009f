package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A server, of any project, started by a shell command. It counts as ready as soon as it answers any request. */
public final class CommandServer extends UnmanagedServer {
    private static final Duration TO_END = Duration.ofSeconds(5);
    private static final int DESCRIBED = 12;

    private CommandServer(OwnedProcess process, int port) {
        super(process, port);
    }

    /** Starts the server, but does not wait until it is ready. {@code command} returns the shell command for a port. */
    public static CommandServer start(Cores cores, IntFunction<String> command, Path log) throws IOException {
        int port = OwnedProcess.freePort();
        List<String> shell = new ArrayList<>(cores.pinned());
        shell.addAll(List.of("/bin/sh", "-c", command.apply(port)));
        return new CommandServer(OwnedProcess.start(shell, log), port);
    }

    @Override
    boolean isHealthy() throws InterruptedException {
        return management.answers();
    }

    /** Returns the first lines that the server has printed. */
    @Override
    public List<String> selfDescription() throws IOException {
        return process.log(".*\\S.*", DESCRIBED);
    }

    /** Sends SIGTERM to the server's processes. After five seconds, sends SIGKILL to those that still run. */
    @Override
    public void close() {
        process.terminateAll(TO_END);
        super.close();
    }
}
