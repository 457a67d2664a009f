package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.throttle.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SequencedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the names of a folder come in order, and need little memory (D13). */
class FolderNamesTest {
    private static final long MUCH = NameBudget.MOST_BYTES;

    @TempDir
    Path root;

    private final NameBudget budget = new NameBudget(64 * MUCH);

    /**
     * However little memory there is, the names must be complete and in order. With little memory, the folder is read
     * several times. A name that one pass drops must be found by a later pass.
     */
    @Test
    void d13_withAnyMemoryTheNamesAreThoseOfTheFolderInOrder() {
        Seeds.forEach(30, random -> {
            Path folder = folder(random);
            SequencedSet<String> names = new TreeSet<>();
            int most = random.nextInt(60);
            for (int i = 0; i < most; i++) {
                names.add("ab".substring(random.nextInt(2)) + "x".repeat(random.nextInt(90)) + random.nextInt(30));
            }
            names.forEach(name -> create(folder.resolve(name)));
            for (long bytes : List.of(0L, 200L, 500L, 2_000L, MUCH)) {
                assertThat(names(folder, bytes)).as(bytes + " bytes").containsExactlyElementsOf(names);
            }
        });
    }

    @Test
    void d13_onlyWantedNamesTakeMemory() throws IOException {
        for (int i = 0; i < 100; i++) {
            create(root.resolve("unwanted" + i));
        }
        create(root.resolve("a"));
        try (NameBudget.Share memory = budget.take("client");
                FolderNames names = new FolderNames(root, name -> name.length() == 1, memory)) {
            assertThat(read(names)).containsExactly("a");
            assertThat(memory.bytes()).isLessThan(100);
        }
    }

    /**
     * A slow reader of a small folder must hold little memory. So the listing must give unneeded memory back before
     * the reader has read all names.
     */
    @Test
    void d13_aSlowReaderOfASmallFolderHoldsLittle() throws IOException {
        create(root.resolve("a"));
        create(root.resolve("b"));
        try (NameBudget.Share memory = budget.take("client");
                FolderNames names = new FolderNames(root, name -> true, memory)) {
            assertThat(budget.taken()).isEqualTo(MUCH);
            while (names.next() == null) {
                assertThat(names.isEnd()).isFalse();
            }
            assertThat(budget.taken()).isPositive().isLessThan(200);
        }
        assertThat(budget.taken()).isZero();
    }

    @Test
    void d13_aFileThatIsCreatedMeanwhileDoesNoHarm() throws IOException {
        for (String name : List.of("b", "d", "f")) {
            create(root.resolve(name));
        }
        try (NameBudget.Share memory = budget.take("client")) {
            memory.shrink(0);
            FolderNames names = new FolderNames(root, name -> true, memory);
            List<String> read = new ArrayList<>();
            while (read.isEmpty()) {
                add(names.next(), read);
            }
            create(root.resolve("a"));
            create(root.resolve("e"));
            read.addAll(read(names));
            assertThat(read).containsExactly("b", "d", "e", "f");
            names.close();
        }
    }

    private List<String> names(Path folder, long bytes) {
        try (NameBudget.Share memory = budget.take("client")) {
            memory.shrink(bytes);
            try (FolderNames names = new FolderNames(folder, name -> true, memory)) {
                return read(names);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> read(FolderNames names) {
        List<String> all = new ArrayList<>();
        while (!names.isEnd()) {
            add(names.next(), all);
        }
        return all;
    }

    private static void add(@Nullable String name, List<String> all) {
        if (name != null) {
            all.add(name);
        }
    }

    private Path folder(Random random) {
        try {
            return Files.createDirectory(root.resolve("" + random.nextLong()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
