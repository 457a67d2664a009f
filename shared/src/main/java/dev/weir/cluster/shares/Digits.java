package dev.weir.cluster.shares;

/** Numbers of a fixed width in a text. A digit has six bits, and is neither a space nor {@code -}. */
final class Digits {
    private static final int BITS = 6;
    private static final int MASK = (1 << BITS) - 1;

    private Digits() {}

    /** Appends a number. A number that is too large for its digits becomes the largest one. */
    static void put(StringBuilder text, long number, int digits) {
        long fits = Math.min(number, (1L << (BITS * digits)) - 1);
        for (int shift = BITS * (digits - 1); shift >= 0; shift -= BITS) {
            text.append((char) ('0' + ((fits >>> shift) & MASK)));
        }
    }

    /** Reads a number that {@link #put} has written. */
    static long get(String text, int at, int digits) {
        long number = 0;
        for (int i = at; i < at + digits; i++) {
            number = (number << BITS) | ((text.charAt(i) - '0') & MASK);
        }
        return number;
    }
}
