package dev.weir.resilience.cluster;

import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Host;
import dev.weir.perf.server.OwnedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs a Redis that writes each change to its append-only file before it answers. The Redis ends with this JVM. */
final class RedisProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final Pattern READS = Pattern.compile("cmdstat_(?:xread|xrange|xlen|eval|evalsha):calls=(\\d+),");

    private final InetSocketAddress address =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), OwnedProcess.freePort());
    private final Path folder = Files.createTempDirectory(Cleanup.folder(), "redis-");
    private final Path log;
    private OwnedProcess process;

    RedisProcess(Path log) throws IOException, InterruptedException {
        this.log = log;
        process = run();
    }

    private OwnedProcess run() throws IOException, InterruptedException {
        String port = Integer.toString(address.getPort());
        List<String> place = List.of("redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", folder.toString());
        List<String> durable = List.of("--save", "", "--appendonly", "yes", "--appendfsync", "always");
        List<String> command = Stream.concat(place.stream(), durable.stream()).toList();
        OwnedProcess started = OwnedProcess.start(command, log);
        try {
            started.await(this::answers, PATIENCE);
        } catch (IOException | InterruptedException e) {
            started.close();
            throw e;
        }
        return started;
    }

    private boolean answers() {
        try {
            return ask("PING").startsWith("+PONG");
        } catch (IOException _) {
            return false;
        }
    }

    InetSocketAddress address() {
        return address;
    }

    /**
     * Returns how often Redis has run a command that reads events, also within scripts, plus how often it has run a
     * script. Counts from the start of Redis.
     */
    long reads() throws IOException {
        return READS.matcher(ask("INFO commandstats"))
                .results()
                .mapToLong(command -> Long.parseLong(command.group(1)))
                .sum();
    }

    /** Sends a command and then {@code QUIT} on a new connection. Returns the answers to both. Blocks. */
    String ask(String command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    /** Ends the process with SIGKILL. Redis keeps its data on the disk. */
    void kill() {
        process.close();
    }

    /** Starts Redis again with its data. Returns when it answers. */
    void restart() throws IOException, InterruptedException {
        process = run();
    }

    /** Suspends the process (SIGSTOP). Its connections stay open, but it does not answer. */
    void pause() {
        signal("-STOP");
    }

    void resume() {
        signal("-CONT");
    }

    private void signal(String name) {
        Host.output("kill", name, Long.toString(process.pid()));
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
