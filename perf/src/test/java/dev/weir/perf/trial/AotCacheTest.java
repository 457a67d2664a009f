package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotCacheTest {
    @TempDir
    Path folder;

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    @Test
    void aBuildHasItsCacheBesideTheUnpackedJar() throws IOException {
        Path jar = file("target/server.jar");
        assertThat(AotCache.of(jar).exists()).isFalse();
        Path cache = file("target/aot/server.aot");
        assertThat(AotCache.of(jar).exists()).isTrue();
        assertThat(AotCache.of(jar).jar()).isEqualTo(folder.resolve("target/aot/server.jar"));
        assertThat(AotCache.of(jar).options())
                .startsWith("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-XX:CompileThresholdScaling=5");
    }

    @Test
    void theScriptStartsAServerWithTheSameThresholds() throws IOException {
        List<String> options = AotCache.of(file("target/server.jar")).options();
        assertThat(Files.readString(Path.of("../weir"))).contains(options.subList(2, options.size()));
    }

    /** A build's AOT cache must fit only the jar whose checksum is in the file {@code id} beside the cache. */
    @Test
    void aCacheOfAnotherBuildDoesNotFit() throws IOException {
        Path jar = Files.writeString(file("target/server.jar"), "123456789");
        assertThat(AotCache.of(jar).fits(jar)).as("no cache").isFalse();
        file("target/aot/server.aot");
        assertThat(AotCache.of(jar).fits(jar))
                .as("a cache of nobody knows what")
                .isFalse();
        Files.writeString(folder.resolve("target/aot/id"), "930766865 9 17 18 /x\n");
        assertThat(AotCache.of(jar).fits(jar)).isTrue();
        Files.writeString(jar, "123456780");
        assertThat(AotCache.of(jar).fits(jar)).isFalse();
    }

    @Test
    void aReleaseHasItsCacheBesideTheJar() throws IOException {
        Path jar = file("server.jar");
        Path cache = file("server.aot");
        assertThat(AotCache.of(jar).jar()).isEqualTo(jar);
        assertThat(AotCache.of(jar).options()).contains("-XX:AOTCache=" + cache);
        assertThat(AotCache.of(jar).fits(jar)).isTrue();
    }
}
