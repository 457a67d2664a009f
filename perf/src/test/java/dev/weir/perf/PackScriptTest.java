package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script that packs a release. Its project has empty jars, a fake JDK, and a fake training of the caches. */
class PackScriptTest {
    private static final String SCRIPT = """
        mkdir -p jdk/bin release crosscheck target docs
        for file in weir README.md CHANGELOG.md LICENSE .mvn release/pack.sh release/application.yaml \\
            release/weir.service release/Containerfile crosscheck/client.py; do
            cp -R "$1/$file" $file
        done
        for program in reactive-server servlet-baseline perf crosscheck resilience bench watch check; do
            mkdir -p $program/target
            : >$program/target/$program.jar
        done
        : >target/THIRD-PARTY.txt
        cat >jdk/bin/java <<'END'
        #!/bin/sh
        [ "$1" = -Djarmode=tools ] || exit 0
        mkdir -p "$6/libraries"
        : >"$6/$(basename "$3")"
        : >"$6/libraries/a.jar"
        END
        cat >jdk/bin/jlink <<'END'
        #!/bin/sh
        for folder; do :; done
        mkdir -p "$folder/lib/server"
        END
        cat >.mvn/train.sh <<'END'
        #!/bin/sh
        echo "$2" >>trained
        : >"$3"
        END
        chmod +x jdk/bin/java jdk/bin/jlink
        weir_runtime=$PWD/jdk release/pack.sh 1.0.0 "$PWD/target"
        tar -tzf target/weir-1.0.0-*.tar.gz >packed
        """;

    @TempDir
    Path folder;

    @BeforeEach
    void pack() throws IOException, InterruptedException {
        run(SCRIPT);
    }

    private void run(String script) throws IOException, InterruptedException {
        String project = Path.of("..").toRealPath().toString();
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-ec", script, "sh", project)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().putAll(Map.of("LC_ALL", "C.UTF-8"));
        assertThat(builder.start().waitFor())
                .as(() -> folder.resolve("output").toString())
                .isZero();
    }

    @Test
    void theArchiveHasTheReadmeAndTheCaches() throws IOException {
        assertThat(Files.readAllLines(folder.resolve("packed")))
                .map(name -> name.substring(name.indexOf('/') + 1))
                .contains("README.md", "bin/weir", "lib/reactive-server.aot", "lib/servlet-baseline.aot");
    }

    @Test
    void theTemporaryFolderMayBeRelative() throws IOException, InterruptedException {
        run("""
            mkdir temporary
            rm target/*.tar.gz
            weir_runtime=$PWD/jdk TMPDIR=temporary release/pack.sh 1.0.0 "$PWD/target"
            ls target/weir-1.0.0-*/bin/weir target/*.tar.gz
            rmdir temporary
            """);
    }

    /**
     * The script must delete the jars that it used to train the AOT caches. A cache contains the path of its jar, and
     * Spring Boot would log this path if the jar still existed.
     */
    @Test
    void theJarsOfTheTrainingAreGoneAfterIt() throws IOException {
        List<String> trained = Files.readAllLines(folder.resolve("trained"));
        assertThat(trained).hasSize(2).allSatisfy(jar -> {
            assertThat(jar)
                    .endsWith(".jar")
                    .doesNotStartWith(folder.toRealPath().toString());
            assertThat(Path.of(jar)).doesNotExist();
        });
    }
}
