package dev.weir.events;

import java.util.Random;
import java.util.function.Consumer;

/** Runs a property on random programs; a failure tells the seed, and {@code -Dweir.seed=...} runs that one first. */
final class Seeds {
    private static final String PROPERTY = "weir.seed";
    private static final Random FRESH = new Random();

    private Seeds() {}

    static void forEach(int programs, Consumer<Random> property) {
        Long given = Long.getLong(PROPERTY);
        if (given != null) {
            run(given, property);
        }
        for (int program = 0; program < programs; program++) {
            run(FRESH.nextLong(), property);
        }
    }

    private static void run(long seed, Consumer<Random> property) {
        try {
            property.accept(new Random(seed));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("repeat with -D" + PROPERTY + "=" + seed + ": " + e.getMessage(), e);
        }
    }
}
