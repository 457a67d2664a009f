package dev.weir.cluster.shares;

/**
 * Encodes numbers as text of a fixed width, similar to Base64. Each character holds six bits. It is printable ASCII,
 * but never a space or {@code -}.
 */
final class Digits {
    private static final int BITS = 6;
    private static final int MASK = (1 << BITS) - 1;

    private Digits() {}

    static void put(StringBuilder text, long number, int digits) {
        long fits = Math.min(number, (1L << (BITS * digits)) - 1);
        for (int shift = BITS * (digits - 1); shift >= 0; shift -= BITS) {
            text.append((char) ('0' + ((fits >>> shift) & MASK)));
        }
    }

    static long get(String text, int at, int digits) {
        long number = 0;
        for (int i = at; i < at + digits; i++) {
            number = (number << BITS) | ((text.charAt(i) - '0') & MASK);
        }
        return number;
    }
}
