package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.wssecurity.Cryptography;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevelopmentKeysTest {
    @Test
    void nothingOfTheServersIsWrittenAndOnlyTheOwnerMayRead() throws IOException {
        Path folder = DevelopmentKeys.make(Instant.now(), Cryptography.JDK).writeClients();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("client.p12", "client-trust.p12", "lock");
        }
        assertThat(permissions(folder)).isEqualTo("rwx------");
        assertThat(permissions(folder.resolve("client.p12"))).isEqualTo("rw-------");
    }

    /** A folder with a lock file that no process has locked must be removed: a killed process has left it. */
    @Test
    void theFolderOfAKilledProcessIsRemoved(@TempDir Path parent) throws IOException {
        Path abandoned = Files.createDirectory(parent.resolve("weir-soap-keys-1"));
        Files.writeString(abandoned.resolve("client.p12"), "secret");
        Files.writeString(abandoned.resolve("lock"), "");
        Path unlocked = Files.createDirectory(parent.resolve("weir-soap-keys-2"));
        Path other = Files.createDirectory(parent.resolve("another"));
        TemporaryFolder.removeAbandoned(parent);
        assertThat(parent).isDirectoryNotContaining(abandoned::equals);
        assertThat(List.of(unlocked, other)).allMatch(Files::isDirectory);
    }

    @Test
    void aProcessThatMakesAFolderRemovesAbandonedOnes() throws IOException {
        Path abandoned = Files.createTempDirectory("weir-soap-keys-");
        Files.writeString(abandoned.resolve("lock"), "");
        DevelopmentKeys.make(Instant.now(), Cryptography.JDK).writeClients();
        assertThat(abandoned).doesNotExist();
    }

    @Test
    void aFolderInUseStays() throws IOException {
        Path folder = DevelopmentKeys.make(Instant.now(), Cryptography.JDK).writeClients();
        DevelopmentKeys.make(Instant.now(), Cryptography.JDK).writeClients();
        assertThat(folder).isDirectoryContaining("glob:**/client.p12");
    }

    /**
     * Another process deletes abandoned folders. It must not delete the folder of this process. If this fails, check
     * that this process still holds its lock on the file {@code lock}. A process loses the lock as soon as it closes
     * any channel of the file.
     */
    @Test
    void anotherProcessLeavesAFolderInUse() throws IOException, InterruptedException {
        Path folder = DevelopmentKeys.make(Instant.now(), Cryptography.JDK).writeClients();
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        place(TemporaryFolder.class) + File.pathSeparator + place(OtherProcess.class),
                        OtherProcess.class.getName(),
                        folder.resolveSibling("").toString())
                .inheritIO()
                .start();
        assertThat(other.waitFor()).isEqualTo(0);
        assertThat(folder).isDirectoryContaining("glob:**/client.p12");
    }

    private static String place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    static final class OtherProcess {
        public static void main(String... parent) {
            TemporaryFolder.removeAbandoned(Path.of(parent[0]));
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
