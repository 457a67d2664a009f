package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small file is replaced again and again. Each response must have the fields and the bytes of one version (D10). */
class SmallFilesRacesTest {
    private static final int VERSIONS = 1_000;
    private static final int READERS = 3;
    private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void d10_noResponseMixesTwoVersions() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        put(0);
        try (FileCatalog catalog = new FileCatalog(
                        folder.resolve("root"),
                        false,
                        Duration.ofNanos(50_000),
                        System::nanoTime,
                        InstantSource.system());
                ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            List<Future<Integer>> readers = Stream.generate(() -> threads.submit(() -> read(catalog, over)))
                    .limit(READERS)
                    .toList();
            try {
                for (int version = 1; version < VERSIONS; version++) {
                    put(version);
                }
            } finally {
                over.set(true);
            }
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
    }

    /** Replaces the file. {@code version} determines the new file's content and modification time. */
    private void put(int version) throws IOException {
        Path root = Files.createDirectories(folder.resolve("root"));
        Path next =
                SmallFilesTest.write(folder.resolve("next"), text(version), FileTime.from(FIRST.plusSeconds(version)));
        Files.move(next, root.resolve("f"), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String text(int version) {
        return "%04d".formatted(version).repeat(SmallFiles.MOST_BYTES / 4);
    }

    private static int read(FileCatalog catalog, AtomicBoolean over) throws IOException {
        int kept = 0;
        while (!over.get() || kept == 0) {
            try (OpenFile file = catalog.open("/files/f")) {
                if (file.whole().isInMemory()) {
                    kept++;
                    int version = (int)
                            Duration.between(FIRST, file.file().modified()).toSeconds();
                    assertThat(SmallFilesTest.content(file)).isEqualTo(text(version));
                }
            }
        }
        return kept;
    }
}
