package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that each mebibyte of a sample file is different. A client then notices a range that is a mebibyte off. */
class SamplesTest {
    private static final int MEBIBYTE = 1 << 20;

    @Test
    void eachMebibyteIsDifferent() throws IOException {
        byte[] file = Files.readAllBytes(Samples.create().resolve("sample-20MiB.bin"));
        assertThat(file).hasSize(20 * MEBIBYTE);
        Set<ByteBuffer> mebibytes = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            mebibytes.add(ByteBuffer.wrap(file, i * MEBIBYTE, MEBIBYTE));
        }
        assertThat(mebibytes).hasSize(20);
    }

    @Test
    void theFilesAreTheSameEachTime() throws IOException {
        Path one = Samples.create();
        Path other = Samples.create();
        for (String name : new String[] {"sample-200KiB.bin", "sample-20MiB.bin"}) {
            assertThat(Files.mismatch(one.resolve(name), other.resolve(name)))
                    .as(name)
                    .isEqualTo(-1);
        }
        assertThat(Files.size(one.resolve("sample-200KiB.bin"))).isEqualTo(200 << 10);
    }
}
