package dev.weir.perf.server;

import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A process of the installed nginx, as a server under test. It serves the same files as the other servers. */
public final class Nginx extends UnmanagedServer {
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/local/sbin/nginx"), Path.of("/usr/bin/nginx"));
    private static final Path NCHAN = Path.of("/usr/lib/nginx/modules/ngx_nchan_module.so");

    private final String configuration;
    private final boolean nchan;

    private Nginx(OwnedProcess process, String configuration, boolean nchan, int port) {
        super(process, port);
        this.configuration = configuration;
        this.nchan = nchan;
    }

    /** The served folder, a connection's rate limit in bytes per second (0: none), and whether to load module nchan. */
    public record Options(Cores cores, Path root, long rateBytes, boolean nchan) {
        /** Returns the text of {@code nginx.conf}. If this JVM runs as root, the workers of nginx also run as root. */
        String configuration(Path folder, int port) throws IOException {
            boolean asRoot = "root".equals(System.getProperty("user.name"));
            return resource("nginx.conf")
                    .replace("${user}", asRoot ? "user root;" : "")
                    .replace("${folder}", folder.toString())
                    .replace("${processors}", Integer.toString(cores.processors()))
                    .replace("${port}", Integer.toString(port))
                    .replace("${root}", root.toAbsolutePath().toString())
                    .replace("${rateBytes}", Long.toString(rateBytes))
                    .replace("${loadNchan}", nchan ? "load_module " + NCHAN + ";" : "")
                    .replace("${nchanMemory}", nchan ? "nchan_shared_memory_size 256M;" : "")
                    .replace("${events}", nchan ? resource("nchan.conf") : "");
        }

        private static String resource(String name) throws IOException {
            return Resources.toString(Resources.getResource(Nginx.class, name), StandardCharsets.UTF_8);
        }
    }

    public static Optional<Path> installed() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    public static String availability() {
        return installed()
                .map(path -> Host.output(path.toString(), "-v") + " at " + path)
                .orElse("nginx is not installed: looked for " + PLACES);
    }

    public static boolean hasNchan() {
        return installed().isPresent() && Files.isReadable(NCHAN);
    }

    public static String nchan() {
        return hasNchan()
                ? Host.output("dpkg-query", "--show", "libnginx-mod-nchan").replace('\t', ' ')
                : "nchan is not installed: looked for " + NCHAN;
    }

    /** Starts nginx without waiting until it is ready. */
    public static Nginx start(Options options, Path log) throws IOException {
        Path nginx = installed().orElseThrow(() -> new IOException(availability()));
        if (options.nchan() && !hasNchan()) {
            throw new IOException(nchan());
        }
        Path folder = Files.createTempDirectory(Cleanup.folder(), "nginx-");
        int port = OwnedProcess.freePort();
        String configuration = options.configuration(folder, port);
        Path file = Files.writeString(folder.resolve("nginx.conf"), configuration);
        List<String> command = new ArrayList<>(options.cores().pinned());
        command.addAll(List.of(nginx.toString(), "-e", "stderr", "-p", folder.toString(), "-c", file.toString()));
        return new Nginx(OwnedProcess.start(command, log), configuration, options.nchan(), port);
    }

    /** Returns the versions of nginx and nchan, and the lines of the configuration. */
    @Override
    public List<String> selfDescription() {
        List<String> lines = new ArrayList<>(List.of(availability()));
        if (nchan) {
            lines.add(nchan());
        }
        configuration.lines().filter(line -> !line.isBlank()).forEach(lines::add);
        return List.copyOf(lines);
    }
}
