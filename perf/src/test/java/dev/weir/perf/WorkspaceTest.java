package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.load.ExpectedBody;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    @Test
    void servesContentOfTheAskedLengthThatIsTheSameInEveryRun(@TempDir Path directory) throws IOException {
        Workspace first = Workspace.open(directory);
        Workspace second = Workspace.open(directory);
        ExpectedBody body = first.serve("a.bin", 100_001);
        second.serve("b.bin", 100_001);
        byte[] bytes = Files.readAllBytes(second.root().resolve("b.bin"));
        assertThat(body.length()).isEqualTo(100_001);
        assertThat(body.differsAt(Unpooled.wrappedBuffer(bytes), 0)).isEqualTo(-1);
    }
}
