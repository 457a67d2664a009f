package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedBodyTest {
    private static final int LENGTH = 4096;
    private static final byte[] CONTENT = new byte[LENGTH];

    static {
        new Random(7).nextBytes(CONTENT);
    }

    private final Target.ExpectedBody body = Target.ExpectedBody.of(CONTENT);

    @Test
    void everyPartOfTheBodyIsRight() {
        for (int from = 0; from < LENGTH; from += 1000) {
            byte[] part = Arrays.copyOfRange(CONTENT, from, Math.min(LENGTH, from + 1000));
            assertThat(differsAt(part, from)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 63, 64, 2047, LENGTH - 1})
    void oneWrongByteIsFoundWhereItIs(int position) {
        byte[] wrong = CONTENT.clone();
        wrong[position] ^= 1;
        assertThat(differsAt(wrong, 0)).isEqualTo(position);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, LENGTH - 2})
    void aMissingByteIsFound(int position) {
        byte[] shorter = new byte[LENGTH - 1];
        System.arraycopy(CONTENT, 0, shorter, 0, position);
        System.arraycopy(CONTENT, position + 1, shorter, position, LENGTH - 1 - position);
        assertThat(differsAt(shorter, 0)).isBetween(position, LENGTH - 1);
    }

    @Test
    void aByteAfterTheEndIsFound() {
        assertThat(differsAt(Arrays.copyOf(CONTENT, LENGTH + 1), 0)).isEqualTo(LENGTH);
        assertThat(differsAt(new byte[1], LENGTH)).isEqualTo(LENGTH);
    }

    @Test
    void aFileIsComparedLikeItsBytes(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("file.bin"), CONTENT);
        assertThat(Target.ExpectedBody.of(file).differsAt(Unpooled.wrappedBuffer(CONTENT), 0))
                .isEqualTo(-1);
    }

    private int differsAt(byte[] part, int position) {
        return body.differsAt(Unpooled.wrappedBuffer(part), position);
    }
}
