package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlantTest {
    @Test
    void theJarHoldsTheAgentAndNothingElse() throws IOException {
        try (JarFile jar = new JarFile(Plant.jar().toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Premain-Class"))
                    .isEqualTo("dev.weir.perf.server.Plant");
            assertThat(jar.stream().map(JarEntry::getName))
                    .containsExactly("META-INF/MANIFEST.MF", "dev/weir/perf/server/Plant.class");
        }
    }

    /**
     * The thread that {@link Plant} adds to a JVM must use {@code percent} per cent of what all other threads use. A
     * tenth more or less is allowed, because the thread works in steps.
     */
    @ParameterizedTest
    @CsvSource({"alloc, 5", "alloc, 20", "cpu, 10", "cpu, 50"})
    void aPlantedCostGrowsWithTheUseOfTheOtherThreads(String fault, int percent) throws Exception {
        assertThat(plantedPerMille(fault, percent)).isBetween(percent * 9, percent * 11);
    }

    private static int plantedPerMille(String fault, int percent) throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-javaagent:%s=%s=%d".formatted(Plant.jar(), fault, percent),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Planted.class.getName(),
                        fault,
                        Integer.toString(percent))
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(jvm.waitFor()).as(said).isZero();
            return Integer.parseInt(said.strip());
        } finally {
            jvm.destroyForcibly();
        }
    }

    @Test
    void aFaultThatNobodyKnowsStopsTheServer() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + Plant.jar() + "=rust=5",
                        "-version")
                .redirectErrorStream(true)
                .start();
        String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor()).isNotZero();
        assertThat(said).contains("no such fault: rust=5");
    }
}
