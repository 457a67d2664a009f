package dev.weir.config.keys;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Suggests a known word for a misspelled one. */
public final class Spelling {
    private Spelling() {}

    /**
     * Returns the known word with the least edit distance (Levenshtein) to {@code word}. If several words have the
     * least distance, returns the alphabetically first.
     *
     * @throws java.util.NoSuchElementException if {@code known} is empty
     */
    public static String nearest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    private static int distance(String from, String to) {
        int[] above = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
