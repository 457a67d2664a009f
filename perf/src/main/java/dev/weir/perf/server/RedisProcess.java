package dev.weir.perf.server;

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

/** A Redis that writes each command to its file before it answers. Its process ends with this JVM. */
public final class RedisProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final Pattern READS = Pattern.compile("cmdstat_(?:xread|xrange|xlen|eval|evalsha):calls=(\\d+),");

    private final InetSocketAddress address =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), OwnedProcess.freePort());
    private final Path folder = Files.createTempDirectory("weir-redis-");
    private final Path log;
    private OwnedProcess process;

    public RedisProcess(Path log) throws IOException, InterruptedException {
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

    public InetSocketAddress address() {
        return address;
    }

    /** Returns how many commands that read events were called since the start, also by scripts, and how many scripts. */
    public long reads() throws IOException {
        return READS.matcher(ask("INFO commandstats"))
                .results()
                .mapToLong(command -> Long.parseLong(command.group(1)))
                .sum();
    }

    public double cpuSeconds() throws IOException {
        return Proc.cpuSeconds(process.pid());
    }

    /** Sends a command, and reads its answer until Redis has answered a {@code QUIT}, too. */
    String ask(String command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    public void kill() {
        process.close();
    }

    /** Starts Redis again with its data. Returns when it answers. */
    public void restart() throws IOException, InterruptedException {
        process = run();
    }

    /** Stops the process without an end. Its connections stay open, and it answers nothing. */
    public void pause() {
        signal("-STOP");
    }

    public void resume() {
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
