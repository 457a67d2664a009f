package dev.weir.throttle;

import java.util.Random;
import java.util.function.Consumer;

/** Runs a test with random seeds. If it fails, the message names the seed. {@code -Dtest.seed=N} runs seed N first. */
public final class Seeds {
    private static final String PROPERTY = "test.seed";
    private static final Random FRESH = new Random();

    private Seeds() {}

    public static void forEach(int programs, Consumer<Random> property) {
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

    /**
     * Returns a random number from 1 to {@code most}. Each number of digits is equally likely, so small numbers are
     * frequent.
     */
    static long anyDigits(Random random, long most) {
        return Math.clamp((long) Math.exp(random.nextDouble() * Math.log((double) most)), 1, most);
    }
}
