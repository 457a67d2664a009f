package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.log.CapturedLog;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what the operator learns about a file that breaks during a download (D10). */
class BrokenFileExceptionTest {
    private static final CatalogFile FILE = new CatalogFile(Path.of("/srv/a.bin"), "a.bin", 1, Instant.EPOCH);

    private final CapturedLog log = new CapturedLog(BrokenFileException.class);

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void d10_anUnreadableFileIsLoggedWithTheReason() {
        IOException cause = new IOException("Input/output error");
        assertThat(BrokenFileException.unreadable(FILE, cause)).hasCause(cause);
        assertThat(log.messages())
                .containsExactly("/srv/a.bin cannot be read, so a download is broken off: "
                        + "java.io.IOException: Input/output error");
        assertThat(log.events().getFirst().getThrowableProxy()).isNull();
    }

    @Test
    void d10_aFileThatEndsTooEarlyWasChanged() {
        assertThat(BrokenFileException.unreadable(FILE, new EOFException())).hasMessage("the file was changed");
        assertThat(log.messages())
                .containsExactly("/srv/a.bin was changed during a download, which is broken off; to replace a file, "
                        + "rename a new one over it");
    }

    /** A client that leaves is no error, but a read for it may go on while its last user closes the file. */
    @Test
    void x04_aReadAfterTheDownloadIsNotLogged() {
        assertThat(BrokenFileException.unreadable(FILE, new AsynchronousCloseException()))
                .hasMessage("the file cannot be read");
        assertThat(log.messages()).isEmpty();
    }
}
