package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A05: the message of a start that fails because of an invalid value. */
public interface StartContract {
    Class<?> application();

    /** If this fails, check that Spring Boot's own report of a failed start is off. */
    @ParameterizedTest
    @CsvSource({"weir.plans.default.rate, -1B", "weir.throttle.capacity, plenty", "weir.files.root, /no/such/folder"})
    default void a05_aBadValueStopsTheStartWithOneLineThatNamesTheKey(String key, String value, @TempDir Path folder)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder server = new ProcessBuilder(List.of(
                        java,
                        application().getName(),
                        "--server.port=0",
                        "--management.server.port=-1",
                        "--" + key + "=" + value))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        server.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        int exit = server.start().waitFor();
        assertThat(exit).isNotZero();
        assertThat(Files.readAllLines(err, StandardCharsets.UTF_8))
                .singleElement()
                .asString()
                .startsWith("weir: not started: " + key);
        assertThat(Files.readString(out))
                .doesNotContain(key)
                .doesNotContain("Exception")
                .doesNotContain("\tat ");
    }
}
