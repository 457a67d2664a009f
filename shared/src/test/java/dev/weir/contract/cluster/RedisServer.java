package dev.weir.contract.cluster;

import dev.weir.contract.connection.FreePort;
import dev.weir.contract.programs.ExternalProgram;
import dev.weir.contract.server.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Redis or Valkey server for the tests of one class. It can be killed, restarted, paused and resumed.
 *
 * <p>It writes each command to its file before it answers, so a kill of the process loses nothing. It does not wait
 * until the disk has the bytes, because that takes seconds on a busy machine.
 */
public final class RedisServer implements AfterAllCallback, AutoCloseable {
    private final Path folder;
    private final int port;
    private final List<String> options;
    private Process process;

    private RedisServer(List<String> options) {
        try {
            this.folder = Files.createTempDirectory("weir-redis-");
            this.port = FreePort.find();
            this.options = options;
            this.process = run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static RedisServer start(String... options) {
        return new RedisServer(List.of(options));
    }

    private Process run() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ExternalProgram.REDIS.path().toString(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder.toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "no",
                "--logfile",
                "redis.log"));
        options.forEach(option -> command.addAll(List.of(option.split(" ", -1))));
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        process = started;
        Eventually.is("an answer of Redis", () -> !started.isAlive() || answers());
        if (!started.isAlive()) {
            throw new IllegalStateException("Redis did not start: " + Files.readString(folder.resolve("out"))
                    + Files.readString(folder.resolve("redis.log")));
        }
        return started;
    }

    /** Returns whether Redis answers and has loaded its data. An error for a missing password counts as an answer. */
    private boolean answers() {
        try {
            return !say("PING").startsWith("-LOADING");
        } catch (IOException e) {
            return false;
        }
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    public String setting() {
        return "--weir.redis.uri=" + uri();
    }

    int port() {
        return port;
    }

    /** Sends a command, and returns the first line of the answer. Spaces separate the command's words. */
    public String ask(String command) {
        try {
            return say(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String say(String command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            StringBuilder line = new StringBuilder();
            for (int c = socket.getInputStream().read();
                    c >= 0 && c != '\n';
                    c = socket.getInputStream().read()) {
                line.append((char) c);
            }
            return line.toString().strip();
        }
    }

    public void kill() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public void restart() {
        try {
            process = run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Pauses the process. Its connections stay open, but it answers nothing. */
    public void pause() {
        signal("-STOP");
    }

    public void resume() {
        signal("-CONT");
    }

    private void signal(String name) {
        if (!ExternalProgram.run("kill", name, Long.toString(process.pid()))) {
            throw new IllegalStateException("kill " + name);
        }
    }

    /** Deletes all data, as if Redis had restarted without its file. */
    public void forget() {
        ask("FLUSHALL");
    }

    /**
     * Makes it seem that Redis started long ago. Soon after a start of Redis, the shared replay cache accepts no SOAP
     * message, because Redis may have lost earlier messages.
     *
     * @param prefix the prefix of the nodes' keys in Redis
     */
    public void seemsOld(String prefix) {
        ask("EVAL redis.call([[HSET]],KEYS[1],[[millis]],0,[[run]],"
                + "string.match(redis.call([[INFO]],[[server]]),[[run_id:(%x+)]])) 1 " + prefix + "soap:start");
    }

    @Override
    public void afterAll(ExtensionContext test) {
        close();
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
