package dev.weir.cluster.shares;

/**
 * Encodes numbers as text of a fixed width, similar to Base64. Each character holds six bits, and is printable ASCII
 * other than a space or {@code -}.
 */
final class Digits {
    private static final int BITS = 6;
    private static final int MASK = (1 << BITS) - 1;

    private Digits() {}

    /**
     * Writes {@code number} as {@code digits} characters, from the index {@code at} on. Writes the largest number that
     * fits if {@code number} is too large.
     */
    static void put(byte[] text, int at, long number, int digits) {
        long fits = Math.min(number, (1L << (BITS * digits)) - 1);
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = (byte) ('0' + (fits & MASK));
            fits >>>= BITS;
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
