package dev.weir.perf.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program of others, started as a process of its own; on this one's core, which it inherits.
 *
 * <p>Looked for on the {@code PATH} and where {@code ./weir tools} puts it.
 */
public final class Tool {
    private static final Path INSTALLED = Path.of(System.getProperty("user.home"), ".cache", "weir", "tools", "bin");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path executable;

    private Tool(Path executable) {
        this.executable = executable;
    }

    /**
     * The tool of this name.
     *
     * @throws MissingToolException when it is not installed
     */
    public static Tool find(String name) {
        Stream<Path> folders = Stream.concat(
                Stream.of(INSTALLED),
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .map(Path::of));
        return folders.map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Tool::new)
                .orElseThrow(() -> new MissingToolException(name));
    }

    public Path executable() {
        return executable;
    }

    /** Everything it says, when it ended well. */
    public String run(Duration length, List<String> arguments) throws IOException, InterruptedException {
        String said = output(length, arguments);
        if (said.isBlank()) {
            throw new IOException(executable + " said nothing");
        }
        return said;
    }

    /** The first line that tells its version; some tools end badly after it. */
    public String version() throws IOException, InterruptedException {
        return output(Duration.ZERO, List.of("--version")).lines().findFirst().orElse("");
    }

    private String output(Duration length, List<String> arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("weir-tool-", ".txt");
        try {
            Process process = new ProcessBuilder(Stream.concat(Stream.of(executable.toString()), arguments.stream())
                            .toList())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(length.plus(PATIENCE).toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(executable + " does not end");
            }
            return Files.readString(output);
        } finally {
            Files.delete(output);
        }
    }

    static String url(InetSocketAddress address, String path) {
        return "http://" + address.getHostString() + ":" + address.getPort() + path;
    }

    /** A tool to compare with is not installed on this machine. */
    public static final class MissingToolException extends RuntimeException {
        /** As a shell's for a command that is not there. */
        public static final int EXIT_CODE = 127;

        private static final long serialVersionUID = 1;

        MissingToolException(String name) {
            super(name + " is not installed: ./weir tools installs it");
        }
    }
}
