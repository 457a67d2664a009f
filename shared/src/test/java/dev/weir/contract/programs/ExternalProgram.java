package dev.weir.contract.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A program that the tests need and that no Java package registry has.
 *
 * <p>The tests use an installed program. If the program is missing, they install it with {@code apt-get}, which works
 * as root on Debian. Each step is printed on standard output. Thread-safe: one thread at a time looks for a program.
 */
public enum ExternalProgram {
    CURL("curl", List.of("curl")),
    WGET("wget", List.of("wget")),
    ARIA2("aria2", List.of("aria2c")),
    AXEL("axel", List.of("axel")),
    /** Redis or Valkey. The library embedded-redis 1.4.3 has Redis 6.2.7. This is too old: the tests need Redis 7. */
    REDIS("redis-server", List.of("redis-server", "valkey-server")),
    BROWSER(
            "chromium",
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"));

    private static final int PATIENCE_MINUTES = 10;
    /** The usual paths of browsers on macOS and Windows, where browsers are not on the PATH. */
    private static final List<Path> BROWSERS = List.of(
            Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
            Path.of("/Applications/Chromium.app/Contents/MacOS/Chromium"),
            Path.of("/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
            Path.of("C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"),
            Path.of("C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe"));

    private final String debianPackage;
    private final List<String> names;

    ExternalProgram(String debianPackage, List<String> names) {
        this.debianPackage = debianPackage;
        this.names = names;
    }

    /**
     * Returns the path of the program. Installs the program if it is missing.
     *
     * @throws IllegalStateException if the program cannot be installed; the message is one line that says what to
     *     install
     */
    public Path path() {
        return path(Optional::empty);
    }

    /**
     * Returns the path of the program. Installs the program if it is missing.
     *
     * @param download downloads the program, or returns empty if that fails; called before {@code apt-get} is tried
     */
    public Path path(Supplier<Optional<Path>> download) {
        synchronized (this) {
            return installed()
                    .or(download)
                    .or(this::fromDebian)
                    .orElseThrow(() -> new IllegalStateException("The tests need one of " + names
                            + ", and found none on the PATH, could not download one, and could not install the package "
                            + debianPackage + " (which needs root on Debian)."));
        }
    }

    private Optional<Path> installed() {
        Stream<Path> onPath = Arrays.stream(System.getenv("PATH").split(System.getProperty("path.separator"), -1))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)));
        return Stream.concat(onPath, this == BROWSER ? BROWSERS.stream() : Stream.empty())
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Optional<Path> fromDebian() {
        if (!"root".equals(System.getProperty("user.name")) || !Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            return Optional.empty();
        }
        synchronized (ExternalProgram.class) { // apt-get fails while another one runs
            say("installing Debian's package " + debianPackage + ", since none of " + names + " is on the PATH");
            boolean done = run("apt-get", "-q", "update")
                    && run(
                            "apt-get",
                            "-q",
                            "-y",
                            "-o",
                            "DPkg::Lock::Timeout=120",
                            "--no-install-recommends",
                            "install",
                            debianPackage);
            return done ? installed() : Optional.empty();
        }
    }

    static void say(String what) {
        System.out.println("[weir] " + what);
    }

    public static boolean run(String... command) {
        try {
            Path log = Files.createTempFile("weir-tool-", ".log");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
                builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
                builder.environment().put("RUNLEVEL", "1"); // Debian then does not start the service of a package
                Process process = builder.start();
                process.getOutputStream().close(); // so that it does not wait for input
                boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
                process.destroyForcibly();
                if (ended && process.exitValue() == 0) {
                    return true;
                }
                List<String> said = new ArrayList<>(Files.readAllLines(log));
                said.removeIf(line -> line.isBlank()
                        || Character.isWhitespace(line.charAt(0))); // indented lines belong to a stack trace
                say(command[0] + " failed: " + (said.isEmpty() ? "it printed nothing" : said.getLast()));
                return false;
            } finally {
                Files.delete(log);
            }
        } catch (IOException e) {
            say(command[0] + " could not be run: " + e.getMessage());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
