package dev.weir.perf;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The main class of {@code perf.jar}, compiled for Java 17. An older JVM than 25 starts the jar again on an
 * installed JDK 25, instead of failing with an unsupported class file version.
 */
public final class Launch {
    private static final int NEEDED = 25;
    private static final String MAIN = "dev.weir.perf.Perf";

    public static void main(String[] args) throws Exception {
        if (Runtime.version().feature() >= NEEDED) {
            Class.forName(MAIN).getMethod("main", String[].class).invoke(null, (Object) args);
            return;
        }
        Path java = find();
        if (java == null) {
            System.err.println("perf needs a JDK 25, but there is none in JAVA_HOME, in /usr/lib/jvm, or beside "
                    + System.getProperty("java.home"));
            System.exit(2);
            return;
        }
        List<String> command = new ArrayList<>(
                List.of(java.toString(), "-XX:+UseSerialGC", "-Xmn128m", "--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN);
        command.addAll(List.of(args));
        Process perf = new ProcessBuilder(command).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(perf)));
        System.exit(perf.waitFor());
    }

    private static void end(Process perf) {
        perf.destroy();
        try {
            perf.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static @Nullable Path find() throws IOException {
        List<Path> homes = new ArrayList<>();
        String javaHome = System.getenv("JAVA_HOME");
        if (javaHome != null) {
            homes.add(Path.of(javaHome));
        }
        for (Path folder :
                List.of(Path.of(System.getProperty("java.home")).resolveSibling(""), Path.of("/usr/lib/jvm"))) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> beside = Files.list(folder)) {
                    beside.sorted().forEach(homes::add);
                }
            }
        }
        for (Path home : homes) {
            Path java = home.resolve("bin" + File.separator + "java");
            Path release = home.resolve("release");
            if (Files.isExecutable(java)
                    && Files.isRegularFile(release)
                    && Files.readString(release).contains("JAVA_VERSION=\"" + NEEDED)) {
                return java;
            }
        }
        return null;
    }
}
