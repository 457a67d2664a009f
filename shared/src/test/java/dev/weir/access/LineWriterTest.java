package dev.weir.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineWriterTest {
    @TempDir
    Path folder;

    @Test
    void a07_theLinesThatWaitAreWrittenAtTheEnd() throws IOException {
        Path path = folder.resolve("access.log");
        Files.writeString(path, "before\n");
        LineWriter writer = new LineWriter(open(path), line -> "status " + line.status(), System::nanoTime);
        for (int i = 0; i < 1000; i++) {
            writer.write(line(i));
        }
        writer.close();
        assertThat(Files.readAllLines(path))
                .hasSize(1001)
                .startsWith("before", "status 0")
                .endsWith("status 999");
        assertThat(writer.dropped()).isZero();
    }

    /** The writing thread holds one line, and the queue is full. Each further line must be dropped and counted. */
    @Test
    void a07_aLineTooManyIsDroppedAndCounted() throws IOException, InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        Semaphore released = new Semaphore(0);
        Path path = folder.resolve("access.log");
        LineWriter writer = new LineWriter(
                open(path),
                line -> {
                    taken.countDown();
                    released.acquireUninterruptibly();
                    return "line";
                },
                System::nanoTime);
        writer.write(line(0));
        taken.await();
        int most = LineWriter.MOST_WAITING / line(1).size();
        for (int i = 0; i < most + 3; i++) {
            writer.write(line(i));
        }
        assertThat(writer.dropped()).isEqualTo(3);
        released.release(most + 1);
        writer.close();
        assertThat(Files.readAllLines(path)).hasSize(most + 1);
    }

    @Test
    void a07_aFileThatWasMovedIsOpenedAnew() throws IOException {
        Path path = folder.resolve("access.log");
        Path moved = folder.resolve("access.log.1");
        try (LogFile file = open(path)) {
            file.append("one");
            file.follow();
            file.append("two");
            file.flush();
            Files.move(path, moved);
            file.append("three");
            file.follow();
            file.append("four");
        }
        assertThat(Files.readAllLines(moved)).containsExactly("one", "two", "three");
        assertThat(Files.readAllLines(path)).containsExactly("four");
    }

    /** The writer must notice that logrotate has moved its file, and then write to a new file. */
    @Test
    void a07_theWriterFollowsAFileThatWasMoved() throws IOException {
        Path path = folder.resolve("access.log");
        Path moved = folder.resolve("access.log.1");
        AtomicLong nanos = new AtomicLong();
        LineWriter writer = new LineWriter(open(path), line -> "status " + line.status(), nanos::get);
        writer.write(line(1));
        await().until(() -> Files.size(path) > 0);
        Files.move(path, moved);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        writer.write(line(2));
        await().until(() -> Files.exists(path));
        writer.write(line(3));
        writer.close();
        assertThat(Files.readAllLines(moved)).startsWith("status 1");
        assertThat(Files.readAllLines(path)).endsWith("status 3");
        assertThat(writer.dropped()).isZero();
    }

    /** Each line that is lost because the disk is full must be counted exactly once. */
    @Test
    void a07_linesThatCannotBeWrittenAreCounted() throws IOException {
        Path path = folder.resolve("access.log");
        Files.createSymbolicLink(path, Path.of("/dev/full"));
        try (LogFile file = open(path)) {
            file.append("one");
            file.append("two");
            assertThatThrownBy(file::flush).isInstanceOf(IOException.class);
            file.flush();
            assertThat(file.lost()).isEqualTo(2);
            Files.delete(path);
            file.follow();
            file.append("three");
        }
        assertThat(Files.readAllLines(path)).containsExactly("three");
    }

    /** A line that cannot be formatted must be the only one that is lost. The log must go on. */
    @Test
    void a07_anErrorLosesOneLineOnly() throws IOException {
        Path path = folder.resolve("access.log");
        LineWriter writer = new LineWriter(
                open(path),
                line -> {
                    if (line.status() == 1) {
                        throw new OutOfMemoryError("planted");
                    }
                    return "status " + line.status();
                },
                System::nanoTime);
        for (int i = 0; i < 3; i++) {
            writer.write(line(i));
        }
        writer.close();
        assertThat(Files.readAllLines(path)).containsExactly("status 0", "status 2");
        assertThat(writer.dropped()).isOne();
    }

    @Test
    void a07_aFileThatCannotBeWrittenStopsTheStart() {
        assertThatThrownBy(() -> open(folder.resolve("none/access.log")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("none/access.log' cannot be written");
    }

    private static LogFile open(Path path) {
        return LogFile.open(path.toString(), IllegalStateException::new);
    }

    private static AccessLine line(int status) {
        return new AccessLine(null, null, null, Instant.EPOCH, null, null, null, status, 0, null, null, 0, null);
    }
}
