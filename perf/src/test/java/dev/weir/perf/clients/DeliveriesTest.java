package dev.weir.perf.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.Digests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveriesTest {
    private static final List<Cut> ONE_CUT = List.of(new Cut(5, true));

    @TempDir
    Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static Sample sample(String content) {
        byte[] bytes = content.getBytes(UTF_8);
        return new Sample("file.bin", bytes.length, Digests.sha256(bytes));
    }

    @Test
    void anEqualCopyThatWasCutIsGood() throws IOException {
        assertThat(Deliveries.fault(List.of(file("any", "abc")), sample("abc"), ONE_CUT))
                .isEmpty();
    }

    @Test
    void anEqualCopyThatWasNotCutShowsNothing() throws IOException {
        assertThat(Deliveries.fault(List.of(file("any", "abc")), sample("abc"), List.of()))
                .isEqualTo(Delivery.NOTHING_CUT);
    }

    @Test
    void anotherByteOrLengthIsAFault() throws IOException {
        assertThat(Deliveries.fault(List.of(file("any", "abd")), sample("abc"), ONE_CUT))
                .contains("another SHA-256");
        assertThat(Deliveries.fault(List.of(file("any", "ab")), sample("abc"), ONE_CUT))
                .contains("2 bytes instead of 3");
    }

    @Test
    void noFileAndTwoFilesAreFaults() throws IOException {
        assertThat(Deliveries.fault(List.of(), sample("abc"), ONE_CUT)).startsWith("0 files");
        assertThat(Deliveries.fault(List.of(file("a", "abc"), file("b", "abc")), sample("abc"), ONE_CUT))
                .startsWith("2 files");
    }

    @Test
    void aNameIsEncodedForItsPath() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 8080);
        assertThat(new Sample("größe 名.bin", 0, "").at(address))
                .hasToString("http://127.0.0.1:8080/files/gr%C3%B6%C3%9Fe%20%E5%90%8D.bin");
    }
}
