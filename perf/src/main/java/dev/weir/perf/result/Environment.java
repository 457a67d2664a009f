package dev.weir.perf.result;

import io.netty.util.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Where and when a run took place.
 *
 * @param commit the checked-out one, with a mark when files differ from it
 * @param pinned whether server and generator had a core each
 * @param generator its transport and the version of it
 */
public record Environment(
        Instant date,
        String commit,
        String kernel,
        String cpu,
        int processors,
        String memory,
        String openFiles,
        String loadAverage,
        String java,
        String generator,
        boolean pinned) {

    public static Environment capture(boolean pinned) {
        return new Environment(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                checkedOut(),
                firstLine(Path.of("/proc/sys/kernel/osrelease"), ""),
                firstLine(Path.of("/proc/cpuinfo"), "model name"),
                countProcessors(),
                firstLine(Path.of("/proc/meminfo"), "MemTotal"),
                firstLine(Path.of("/proc/self/limits"), "Max open files"),
                firstLine(Path.of("/proc/loadavg"), ""),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                "Netty " + nettyVersion() + ", native epoll, one loop",
                pinned);
    }

    /** Not {@link Runtime#availableProcessors()}, which counts those that this process was moved to. */
    private static int countProcessors() {
        try {
            return (int) Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("processor"))
                    .count();
        } catch (IOException e) {
            return Runtime.getRuntime().availableProcessors();
        }
    }

    private static String checkedOut() {
        String commit = output("git", "rev-parse", "HEAD");
        return commit.isEmpty() || output("git", "status", "--porcelain").isEmpty() ? commit : commit + " and changes";
    }

    /** Of any of Netty's jars: in the one that holds them all only one kept its name. */
    private static String nettyVersion() {
        return Version.identify().values().stream()
                .findFirst()
                .map(Version::artifactVersion)
                .orElse("of unknown version");
    }

    /** What follows {@code start} in the first line that starts with it, or nothing. */
    private static String firstLine(Path file, String start) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()).replaceFirst("^[\\s:]+", ""))
                    .findFirst()
                    .orElse("")
                    .replaceAll("\\s+", " ");
        } catch (IOException e) {
            return "";
        }
    }

    /** What a command prints, or nothing where it is not there or fails. */
    private static String output(String... command) {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean ended = process.waitFor(5, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 ? text.strip() : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
