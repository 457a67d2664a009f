package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFilesTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND / 2); // overflows during the test
    private final AtomicInteger reads = new AtomicInteger();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("file"), "one");
    }

    @Test
    void aChangeIsSeenWithinASecondAndNotBefore() throws IOException {
        WatchedFiles<String> watched = watched();
        Files.writeString(file, "another");
        assertThat(watched.get()).isEqualTo("one");
        clock.addAndGet(SECOND);
        assertThat(watched.get()).isEqualTo("another");
        clock.addAndGet(SECOND);
        assertThat(watched.get()).isEqualTo("another");
        assertThat(reads).hasValue(2);
    }

    @Test
    void theEarlierValueStaysWhileTheFileCannotBeRead() throws IOException {
        WatchedFiles<String> watched = watched();
        Files.writeString(file, "bad");
        clock.addAndGet(SECOND);
        assertThat(watched.get()).isEqualTo("one");
        clock.addAndGet(SECOND);
        assertThat(watched.get()).isEqualTo("one");
        assertThat(reads).hasValue(2); // one read for each change
        Files.delete(file);
        clock.addAndGet(SECOND);
        assertThat(watched.get()).isEqualTo("one");
        Files.writeString(file, "whole again");
        clock.addAndGet(SECOND);
        assertThat(watched.get()).isEqualTo("whole again");
    }

    private WatchedFiles<String> watched() {
        return new WatchedFiles<>(List.of(file), this::read, clock::get);
    }

    private String read() {
        reads.incrementAndGet();
        try {
            String text = Files.exists(file) ? Files.readString(file) : "bad";
            if (text.equals("bad")) {
                throw new BadSettingException("weir.key", "is bad");
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
