package dev.weir.config.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class ConfigurationFilesTest {
    /** If this fails, the server reads a file in the wrong encoding. */
    @ParameterizedTest
    @CsvSource({
        "config, config[.properties], some.text=Zo\\u00eb",
        "more.properties, more.properties[encoding=utf-8], some.text=Zoë"
    })
    void a05_aFileIsReadInItsEncoding(String name, String location, String content, @TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve(name), content);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Empty.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run("--spring.config.import=file:" + folder + "/" + location)) {
            assertThat(context.getEnvironment().getProperty("some.text")).isEqualTo("Zoë");
        }
    }

    static final class Empty {}
}
