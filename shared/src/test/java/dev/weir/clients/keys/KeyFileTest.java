package dev.weir.clients.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.ApiKey;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.throttle.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a file of API keys contains after a restart, a crash or damage (C07). */
class KeyFileTest {
    private static final List<String> PLANS = List.of("gold", "a plan", "%", "\u20ac", "revoked", "-", "a\nb", "+");

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("keys");
    }

    /** Opens the file as a store, runs {@code use}, and closes it. Returns the keys that the listener got last. */
    private Map<ApiKey, Assignment> with(Consumer<KeyFile> use) {
        Map<ApiKey, Assignment> got = new HashMap<>();
        try (KeyFile keys = new KeyFile(file())) {
            keys.open(now -> {
                got.clear();
                got.putAll(now);
            });
            use.accept(keys);
        }
        return got;
    }

    private Map<ApiKey, Assignment> reopened() {
        return with(keys -> {});
    }

    private static ApiKey key(int number) {
        return ApiKey.parse("key " + number);
    }

    private static @Nullable Assignment any(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> null;
            case 1 -> Assignment.REVOKED;
            default -> new Assignment(Assignment.newId(), PLANS.get(random.nextInt(PLANS.size())));
        };
    }

    /** A file and a map get the same random changes. Both must then have the same keys and plans. */
    @Test
    void c07_theFileHasAllChanges() {
        Seeds.forEach(5, random -> {
            Map<ApiKey, Assignment> expected = reopened();
            for (int opened = 0; opened < 3; opened++) {
                Map<ApiKey, Assignment> told = with(keys -> {
                    for (int i = 0; i < 5; i++) {
                        ApiKey key = key(random.nextInt(6));
                        Assignment assignment = any(random);
                        keys.change(key, assignment);
                        if (assignment == null) {
                            expected.remove(key);
                        } else {
                            expected.put(key, assignment.after(expected.get(key)));
                        }
                    }
                });
                assertThat(told).isEqualTo(expected);
                assertThat(reopened()).isEqualTo(expected);
            }
        });
    }

    @Test
    void c07_theFileHasNoKeyAndOnlyItsOwnerReadsIt() throws IOException {
        with(keys -> keys.change(ApiKey.parse("secret-3f07"), new Assignment("id", "gold")));
        assertThat(Files.readString(file())).contains("id gold").doesNotContain("secret-3f07");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .hasSize(2)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo("rw-------"));
        }
    }

    /** Any damage of the file must be found. Otherwise a damaged file could give a revoked key its plan back. */
    @Test
    void c07_anyDamageIsFound() {
        with(keys -> IntStream.range(0, 9).forEach(i -> keys.change(key(i), new Assignment("id" + i, "gold"))));
        Seeds.forEach(200, random -> {
            byte[] whole = bytes();
            try {
                Files.write(file(), damaged(whole, random));
                assertThatThrownBy(this::reopened)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(file().toString())
                        .hasMessageNotContainingAny("\n");
                Files.write(file(), whole);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(reopened()).hasSize(9);
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] some = whole.clone();
        int at = random.nextInt(whole.length);
        switch (random.nextInt(3)) {
            case 0 -> some[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> some = Arrays.copyOf(whole, at);
            default -> { // remove one line
                List<String> lines =
                        new String(whole, StandardCharsets.US_ASCII).lines().collect(Collectors.toList());
                lines.remove(random.nextInt(lines.size()));
                some = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII);
            }
        }
        return some;
    }

    private byte[] bytes() {
        try {
            return Files.readAllBytes(file());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A crash during a write leaves a part of the new file beside the old file. A restart must read the old file. */
    @Test
    void c07_aWriteThatWasCutShortChangesNothing() {
        with(keys -> keys.change(key(1), Assignment.REVOKED));
        Seeds.forEach(5, random -> {
            byte[] whole = bytes();
            try {
                Files.write(folder.resolve("keys.new"), Arrays.copyOf(whole, random.nextInt(whole.length)));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            assertThat(reopened()).containsEntry(key(1), Assignment.REVOKED);
            with(keys -> keys.change(key(2), new Assignment("id", "gold")));
            assertThat(folder.resolve("keys.new")).doesNotExist();
            assertThat(reopened()).hasSize(2);
        });
    }

    @Test
    void c07_aChangeThatCannotBeWrittenIsRefusedAndNotTold() throws IOException {
        Files.createDirectories(folder.resolve("keys.new/in-the-way"));
        Map<ApiKey, Assignment> told = with(keys -> assertThatThrownBy(
                        () -> keys.change(key(1), new Assignment("id", "gold")))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.KEYS_NOT_STORED)));
        assertThat(told).isEmpty();
        assertThat(file()).doesNotExist();
    }

    /** An API key must keep its id when its plan changes, but not when it is revoked and added again. */
    @Test
    void c07_aKeyKeepsItsIdUntilItIsRevoked() {
        Assignment moved = Assignment.ofConfigured("silver");
        Map<ApiKey, Assignment> told = with(keys -> {
            keys.change(key(1), new Assignment("id", "gold"));
            keys.change(key(1), moved);
            keys.change(key(2), Assignment.REVOKED);
            keys.change(key(2), moved);
            keys.change(key(3), moved);
        });
        assertThat(told).containsEntry(key(1), new Assignment("id", "silver")).containsEntry(key(3), moved);
        assertThat(told.get(key(2))).extracting(Assignment::id).asString().startsWith("key-");
    }

    /** The listener must be told of a change that is in the file, even if syncing the file's folder has failed. */
    @Test
    void c07_aChangeThatTheFileHasIsTold() {
        Map<ApiKey, Assignment> told = new HashMap<>();
        KeyFile.FolderSync failing = _ -> {
            throw new IOException("planted");
        };
        try (KeyFile keys = new KeyFile(file(), failing)) {
            keys.open(told::putAll);
            assertThatThrownBy(() -> keys.change(key(1), Assignment.REVOKED))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.KEYS_NOT_STORED));
        }
        assertThat(told).isEqualTo(Map.of(key(1), Assignment.REVOKED)).isEqualTo(reopened());
    }

    @Test
    void c07_oneServerUsesTheFile() {
        with(keys -> assertThatThrownBy(this::reopened)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another server"));
        assertThat(reopened()).isEmpty();
    }

    @Test
    void c07_theFolderMustExist() {
        assertThatThrownBy(() -> new KeyFile(folder.resolve("none/keys")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not exist");
    }

    /** When there is no room for another API key, it must still be possible to revoke a configured key. */
    @Test
    void c07_theNumberOfKeysIsBounded() throws IOException {
        Map<ApiKey, Assignment> many = IntStream.range(0, KeyStore.MOST)
                .boxed()
                .collect(Collectors.toMap(KeyFileTest::key, i -> new Assignment("id" + i, "gold")));
        Files.writeString(file(), KeyText.of(many));
        with(keys -> {
            keys.change(key(0), new Assignment("id0", "silver"));
            assertThatThrownBy(() -> keys.change(key(-1), new Assignment("id", "gold")))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.TOO_MANY_KEYS));
            keys.change(key(-2), Assignment.REVOKED);
            keys.change(key(1), null);
        });
        assertThat(reopened()).hasSize(KeyStore.MOST).containsKey(key(-2));
    }
}
