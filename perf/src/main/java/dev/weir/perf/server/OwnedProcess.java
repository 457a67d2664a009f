package dev.weir.perf.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that this JVM has started. {@link #close()} or the exit of this JVM kills it and its descendants. */
public final class OwnedProcess implements AutoCloseable {
    private static final int LOWEST_PORT = 10_000;
    private static final int FIRST_OUTGOING_PORT = 32_768;
    private static final Set<Integer> GIVEN_PORTS = ConcurrentHashMap.newKeySet();
    private static final int LAST_LINES = 4;

    /** The time between two health checks. It may make the start of a server seem about one per cent longer. */
    public static final int CHECK_MILLIS = 5;

    public interface HealthCheck {
        boolean isHealthy() throws InterruptedException;
    }

    private final long startNanos = System.nanoTime();
    private final Process process;
    private final List<String> command;
    private final Path log;
    private final Set<ProcessHandle> family = Collections.synchronizedSet(new LinkedHashSet<>());

    private OwnedProcess(Process process, List<String> command, Path log) {
        this.process = process;
        this.command = List.copyOf(command);
        this.log = log;
        Cleanup.add(this);
    }

    public static OwnedProcess start(List<String> command, Path log) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new OwnedProcess(process, command, log);
    }

    /** Returns the process id of the program. If taskset starts the program, both have the same id. */
    public long pid() {
        return process.pid();
    }

    double ageSeconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    List<String> command() {
        return command;
    }

    public void await(HealthCheck health, Duration patience) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        while (!health.isHealthy()) {
            if (!process.isAlive()) {
                throw new IOException("the server ended with " + process.exitValue() + ": " + lastLines());
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new IOException(
                        "the server was not healthy after " + patience.toSeconds() + " s: " + lastLines());
            }
            Thread.sleep(Duration.ofMillis(CHECK_MILLIS));
        }
    }

    /** Blocks until the process ends by itself. Throws if it fails, or still runs after {@code patience}. */
    public void awaitEnd(Duration patience) throws IOException, InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException(command.getFirst() + " still runs after " + patience.toSeconds() + " s");
        }
        if (process.exitValue() != 0) {
            throw new IOException(command.getFirst() + " ended with " + process.exitValue() + ": " + lastLines());
        }
    }

    /** Sends SIGTERM. Returns the seconds until the process ends, or empty if it still runs after {@code patience}. */
    OptionalDouble terminate(Duration patience) throws InterruptedException {
        long startNanos = System.nanoTime();
        process.destroy();
        return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)
                ? OptionalDouble.of((System.nanoTime() - startNanos) / 1e9)
                : OptionalDouble.empty();
    }

    /** Sends SIGTERM to the process and its descendants, and waits until they end or {@code patience} is over. */
    void terminateAll(Duration patience) {
        List<ProcessHandle> family = family();
        family.forEach(ProcessHandle::destroy);
        try {
            CompletableFuture.allOf(family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException _) {
            // close() kills the rest
        }
    }

    List<String> log(String regex, int most) throws IOException {
        // unlike Files.lines, replaces bytes that are not UTF-8
        try (BufferedReader in = new BufferedReader(new InputStreamReader(Files.newInputStream(log), UTF_8))) {
            return in.lines().filter(line -> line.matches(regex)).limit(most).toList();
        }
    }

    /** Returns the process and all descendants that this call or an earlier call found. */
    List<ProcessHandle> family() {
        family.add(process.toHandle());
        process.descendants().forEach(family::add);
        return List.copyOf(family);
    }

    @Override
    public void close() {
        try {
            for (ProcessHandle killed : kill()) {
                killed.onExit().get(10, TimeUnit.SECONDS);
            }
            Cleanup.remove(this);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the server still runs after SIGKILL: process " + pid(), e);
        }
    }

    /** Sends SIGKILL to the process and its descendants, and returns them. Does not wait for their end. */
    List<ProcessHandle> kill() {
        List<ProcessHandle> family = family();
        family.forEach(ProcessHandle::destroyForcibly);
        return family;
    }

    private String lastLines() throws IOException {
        List<String> said = log(".*\\S.*", Integer.MAX_VALUE);
        return said.isEmpty()
                ? "(empty log)"
                : String.join(" / ", said.subList(Math.max(0, said.size() - LAST_LINES), said.size()));
    }

    /** Returns a free loopback port, but never the same twice. It is below the kernel's range for outgoing connections. */
    public static int freePort() throws IOException {
        for (int i = 0; i < 100; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, FIRST_OUTGOING_PORT);
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                if (GIVEN_PORTS.add(port)) {
                    return port;
                }
            } catch (BindException _) {
                // another process uses this port
            }
        }
        throw new IOException("no free port below " + FIRST_OUTGOING_PORT);
    }
}
