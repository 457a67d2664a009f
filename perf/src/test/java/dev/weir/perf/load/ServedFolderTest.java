package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServedFolderTest {
    private static final int BLOCK = 64 * 1024;
    private static final int CHUNK = 4096;
    private static final int BYTES = 3 * BLOCK + 17;

    @Test
    void aFileHasItsSizeAndIsMadeOnce() throws IOException {
        ServedFolder folder = ServedFolder.open();
        byte[] content = folder.file("some.bin", BYTES).bytes();
        assertThat(content).hasSize(BYTES);
        assertThat(Files.readAllBytes(folder.root().resolve("some.bin"))).isEqualTo(content);
        assertThat(folder.file("some.bin", BYTES)).isSameAs(folder.file("some.bin", BYTES));
        assertThat(folder.file("empty.bin", 0).length()).isZero();
    }

    @Test
    void everyRunServesTheSameBytes() throws IOException {
        assertThat(ServedFolder.open().file("some.bin", BYTES).bytes())
                .isEqualTo(ServedFolder.open().file("some.bin", BYTES).bytes());
    }

    /** All chunks of a served file must differ. Otherwise a body with a repeated or missing chunk could look right. */
    @Test
    void noChunkIsLikeAnother() throws IOException {
        byte[] content = ServedFolder.open().file("some.bin", BYTES).bytes();
        Set<String> chunks = new HashSet<>();
        for (int at = 0; at + CHUNK <= content.length; at += CHUNK) {
            assertThat(chunks.add(new String(content, at, CHUNK, StandardCharsets.ISO_8859_1)))
                    .isTrue();
        }
        assertThat(chunks).hasSize(BYTES / CHUNK);
    }
}
