package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests how a server refuses to start with an invalid setting, an unknown configuration key or a port in use (rule
 * A05).
 */
public interface StartContract {
    List<String> ONLY_REACTIVE =
            List.of("weir.connections.max", "weir.tuning.shared-buffers", "weir.tuning.ascii-fields");
    List<String> ONLY_SERVLET = List.of("weir.model", "weir.tuning.small-buffers", "weir.tuning.reader-buffer");

    Class<?> application();

    private boolean isReactive() {
        return application().getSimpleName().startsWith("Reactive");
    }

    /**
     * An invalid value stops the start with one line that names the key. If this fails, check that Spring Boot's own
     * report of a failed start is off.
     */
    @ParameterizedTest
    @CsvSource({"weir.plans.default.rate, -1B", "weir.throttle.capacity, plenty", "weir.files.root, /no/such/folder"})
    default void a05_aBadValueStopsTheStartWithOneLineThatNamesTheKey(String key, String value, @TempDir Path folder)
            throws IOException, InterruptedException {
        assertRefused(key, folder, Map.of(), List.of("--" + key + "=" + value));
    }

    /** If this fails, an operator who misspells a key gets the default, and no message says so. */
    @ParameterizedTest
    @EnumSource
    default void a05_anUnknownKeyStopsTheStartWithOneLineThatNamesTheNearestKey(Source source, @TempDir Path folder)
            throws IOException, InterruptedException {
        Path file = folder.resolve(source == Source.FILE ? "more.yaml" : "more");
        Files.writeString(file, "weir:\n  plans:\n    silver: {}\n    gold:\n      ratee: 5MB\n");
        String setting = "weir.plans.gold.ratee=5MB";
        Map<String, String> variables = switch (source) {
            case SYSTEM_PROPERTY -> Map.of("JDK_JAVA_OPTIONS", "-D" + setting);
            case VARIABLE -> Map.of("WEIR_PLANS_GOLD_RATEE", "5MB");
            case ARGUMENT, FILE, FILE_WITHOUT_EXTENSION -> Map.of();
        };
        List<String> arguments = switch (source) {
            case ARGUMENT -> List.of("--" + setting);
            case FILE -> List.of("--spring.config.additional-location=" + file);
            case FILE_WITHOUT_EXTENSION -> List.of("--spring.config.import=file:" + file + "[.yaml]");
            case SYSTEM_PROPERTY, VARIABLE -> List.of();
        };
        assertThat(assertRefused("weir.plans.gold.ratee", folder, variables, arguments))
                .contains(": is not known; did you mean weir.plans.gold.rate?")
                .contains(source.named);
    }

    /**
     * A port in use stops the start early, with one line that names the port's configuration key. Otherwise, an
     * operator waits for the whole start, and does not learn the key.
     */
    @ParameterizedTest
    @ValueSource(strings = {"server.port", "management.server.port"})
    default void a05_aPortInUseStopsTheStartWithOneLineThatNamesTheKey(String key, @TempDir Path folder)
            throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<String> arguments = List.of("--" + key + "=" + taken.getLocalPort());
            assertThat(assertRefused(key, folder, Map.of(), arguments))
                    .contains("cannot listen on port " + taken.getLocalPort());
            assertThat(Files.readString(folder.resolve("out")))
                    .as("the check comes before the beans")
                    .doesNotContain("events are published with the key");
        }
    }

    /**
     * A malformed file stops the start with one line. The line names the file, but quotes nothing from it, because the
     * file may contain API keys. If this fails, check that Spring Boot reads the file with {@code ConfigurationFiles}.
     */
    @ParameterizedTest
    @CsvSource({
        "more.yaml, 'weir:\n  clients:\n  - key: secret-3f07\n   plan: gold', ' at line 4, column 4'",
        "more.properties, 'weir.model=\\uzz', ''"
    })
    default void a05_aMalformedFileStopsTheStartWithOneLineThatNamesTheFile(
            String name, String content, String place, @TempDir Path folder) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve(name), content);
        List<String> arguments = List.of("--spring.config.additional-location=" + file);
        assertThat(assertRefused(file.toString(), folder, Map.of(), arguments))
                .isEqualTo("weir: not started: " + file + ": is malformed" + place);
    }

    /** Spring would refuse equal ports with a stack trace. So the server checks them first. */
    @Test
    default void a05_equalPortsStopTheStartWithOneLineThatNamesTheKey(@TempDir Path folder)
            throws IOException, InterruptedException {
        String port = Integer.toString(FreePort.find());
        List<String> arguments = List.of("--server.port=" + port, "--management.server.port=" + port);
        assertThat(assertRefused("management.server.port", folder, Map.of(), arguments))
                .endsWith(": must differ from server.port");
    }

    /**
     * A key that belongs only to the other server causes a warning. Such a key must not stop the start, because both
     * servers may share one environment. The test stops the start with a port in use, and then reads the warnings.
     */
    @Test
    default void a05_aKeyOfTheOtherServerIsToldAndIgnored(@TempDir Path folder)
            throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<String> arguments = new ArrayList<>(List.of("--server.port=" + taken.getLocalPort()));
            for (String key : ONLY_REACTIVE) {
                arguments.add("--" + key + (key.endsWith("max") ? "=5" : "=true"));
            }
            for (String key : ONLY_SERVLET) {
                arguments.add("--" + key + (key.endsWith("model") ? "=async" : "=true"));
            }
            assertRefused("server.port", folder, Map.of(), arguments);
            String out = Files.readString(folder.resolve("out"));
            List<String> foreign = isReactive() ? ONLY_SERVLET : ONLY_REACTIVE;
            String owner = isReactive() ? "servlet" : "reactive";
            assertThat(out.lines().filter(line -> line.contains(" is ignored; only the ")))
                    .hasSameSizeAs(foreign);
            assertThat(foreign)
                    .allSatisfy(key -> assertThat(out)
                            .contains(" WARN ")
                            .contains(": " + key + " is ignored; only the " + owner + " server has it"));
        }
    }

    /** If this fails, a user who asks for {@code --help} gets a running server instead. */
    @Test
    default void a05_helpIsPrintedWithoutAStart(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(run(folder, Map.of(), List.of("--help"))).isZero();
        assertThat(Files.readString(folder.resolve("out")))
                .startsWith("usage: java -jar ")
                .contains("\n  weir.files.root\n");
        assertThat(folder.resolve("err")).isEmptyFile();
    }

    /** The places where a configuration key can stand, each with the name of the place in the error message. */
    enum Source {
        ARGUMENT("commandLineArgs"),
        SYSTEM_PROPERTY("systemProperties"),
        VARIABLE("WEIR_PLANS_GOLD_RATEE"),
        FILE("more.yaml"),
        FILE_WITHOUT_EXTENSION("/more]");

        private final String named;

        Source(String named) {
            this.named = named;
        }
    }

    /** Starts the server. It must end with a single error line that names {@code key}. Returns this line. */
    private String assertRefused(String key, Path folder, Map<String, String> variables, List<String> arguments)
            throws IOException, InterruptedException {
        assertThat(run(folder, variables, arguments)).isNotZero();
        List<String> said = Files.readAllLines(folder.resolve("err"), StandardCharsets.UTF_8).stream()
                .filter(line -> !line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS"))
                .toList();
        assertThat(said).singleElement().asString().startsWith("weir: not started: " + key);
        assertThat(Files.readString(folder.resolve("out")))
                .doesNotContain(key)
                .doesNotContain("Exception")
                .doesNotContain("\tat ");
        return said.getFirst();
    }

    /**
     * Runs the program to its end. Writes its output to the files {@code out} and {@code err}. Returns its exit code.
     */
    private int run(Path folder, Map<String, String> variables, List<String> arguments)
            throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(
                java, "--enable-native-access=ALL-UNNAMED", application().getName()));
        Stream.of("--server.port=0", "--management.server.port=-1")
                .filter(port -> arguments.stream().noneMatch(argument -> argument.startsWith(port.split("=", 2)[0])))
                .forEach(command::add);
        command.addAll(arguments);
        ProcessBuilder server = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        server.environment().putAll(variables);
        server.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return server.start().waitFor();
    }
}
