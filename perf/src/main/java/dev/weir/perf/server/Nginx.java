package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The system's nginx as a peer: what a server without a JVM costs for the same bytes. */
public final class Nginx implements Server {
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/local/sbin/nginx"), Path.of("/usr/bin/nginx"));
    private static final int NO_CONTENT = 204;

    private final OwnedProcess process;
    private final NginxOptions options;
    private final Path folder;
    private final int port;
    /** The master and its workers, from {@link #awaitReady} on. */
    private List<Long> pids = List.of();

    private Nginx(OwnedProcess process, NginxOptions options, Path folder, int port) {
        this.process = process;
        this.options = options;
        this.folder = folder;
        this.port = port;
    }

    /** Which one would be started; empty where none is installed. */
    public static Optional<Path> installed() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    /** Its version and path, or that there is none: for the list of peers. */
    public static String availability() {
        return availability(installed());
    }

    static String availability(Optional<Path> nginx) {
        return nginx.map(path -> Host.output(path.toString(), "-v") + " at " + path)
                .orElse("nginx is not installed: looked for " + PLACES);
    }

    /** Whether it can push events. */
    public static boolean hasNchan() {
        return installed().isPresent() && Files.isReadable(NginxOptions.NCHAN);
    }

    /** The version of its module that pushes events, or that there is none. */
    public static String nchan() {
        return hasNchan()
                ? Host.output("dpkg-query", "--show", "libnginx-mod-nchan").replace('\t', ' ')
                : "nchan is not installed: looked for " + NginxOptions.NCHAN;
    }

    /** Starts it, not ready yet; its configuration lies in a temporary folder until this JVM ends. */
    public static Nginx start(NginxOptions options, Path log) throws IOException {
        Path nginx = installed().orElseThrow(() -> new IOException(availability()));
        if (options.nchan() && !hasNchan()) {
            throw new IOException(nchan());
        }
        Path folder = Files.createTempDirectory("weir-nginx-");
        int port = OwnedProcess.freePort();
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, options.configuration(folder, port));
        // Also when this is interrupted; what is named last is deleted first.
        List.of(folder, configuration, folder.resolve(NginxOptions.PID_FILE))
                .forEach(file -> file.toFile().deleteOnExit());
        List<String> command = new ArrayList<>(options.cores().pinned());
        command.addAll(
                List.of(nginx.toString(), "-e", "stderr", "-p", folder.toString(), "-c", configuration.toString()));
        return new Nginx(OwnedProcess.start(command, log), options, folder, port);
    }

    @Override
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(patience).build()) {
            HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health"))
                    .timeout(patience)
                    .build();
            process.await(() -> isHealthy(client, health), patience);
        }
        pids = process.family().stream().map(ProcessHandle::pid).toList();
        practiseReading();
    }

    private static boolean isHealthy(HttpClient client, HttpRequest health) throws InterruptedException {
        try {
            return client.send(health, HttpResponse.BodyHandlers.discarding()).statusCode() == NO_CONTENT;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    @Override
    public Usage usage() throws IOException {
        return kernelUsage();
    }

    @Override
    public Usage kernelUsage() throws IOException {
        double cpuSeconds = 0;
        for (long pid : pids()) {
            cpuSeconds += CpuClock.seconds(pid);
        }
        Proc.Stat stat = stat();
        return new Usage(System.nanoTime(), cpuSeconds, 0, 0, OptionalLong.empty(), stat.threads(), stat.rssBytes());
    }

    @Override
    public Usage.Switches switches() throws IOException {
        return Usage.Switches.of(pids());
    }

    @Override
    public Memory memory() throws IOException {
        return Memory.of(stat().rssBytes(), Memory.KernelMemory.now());
    }

    /** Of all its processes; pages that they share count for each. */
    private Proc.Stat stat() throws IOException {
        Proc.Stat sum = new Proc.Stat(0, 0);
        for (long pid : pids()) {
            sum = sum.plus(Proc.Stat.of(pid));
        }
        return sum;
    }

    private List<Long> pids() {
        if (pids.isEmpty()) {
            throw new IllegalStateException("not ready yet");
        }
        return pids;
    }

    @Override
    public List<String> command() {
        return process.command();
    }

    /** Its version, and the whole configuration: the command names only the file that holds it. */
    @Override
    public List<String> selfDescription() {
        List<String> lines = new ArrayList<>(List.of(availability()));
        if (options.nchan()) {
            lines.add(nchan());
        }
        options.configuration(folder, port).lines().forEach(lines::add);
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        process.close();
    }
}
