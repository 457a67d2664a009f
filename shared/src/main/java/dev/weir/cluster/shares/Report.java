package dev.weir.cluster.shares;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A message in which a node tells the other nodes its demand and its use of the shared limits.
 *
 * @param number the sequence number of the message, which the sending node increases by 1
 * @param need the fraction of the global rate that the node needs ({@link Split})
 * @param hunger the node's weight when the rest of the global rate is divided ({@link Split})
 * @param held the fraction of the global rate that the node announces ({@link Holding}), or {@link #IDLE}
 * @param shares the encoded need, announced fraction and waiting downloads of each active client
 * @param counts how many downloads and streams each client has on the node (encoded), or {@link #AS_BEFORE}
 */
record Report(String node, long number, long need, long hunger, int held, String shares, String counts) {
    /** The value of {@code held} if the node does not use the global rate. */
    static final int IDLE = -1;

    /** The value of {@code counts} if the counts have not changed since the node's last report. */
    static final String AS_BEFORE = "-";

    /** The version of the message format. A node ignores messages of other versions. */
    private static final String FORMAT = "1";

    private static final Pattern SPACE = Pattern.compile(" ");
    private static final int FIELDS = 8;

    private static final int KEY = 10;
    static final int KEY_BITS = 60;
    private static final int PART = 4;
    private static final int COUNT = 3;
    private static final int SHARE = KEY + PART + PART + COUNT;
    private static final int COUNTS = KEY + COUNT + COUNT;
    /** Replaces the need of a hungry client ({@link Split}) in a message. It is larger than any need. */
    private static final long HUNGRY = (1L << 24) - 1;

    /** Receives the decoded client entries of a report. */
    interface Reader {
        void share(long key, boolean isHungry, long need, long held, long waiting);

        void count(long key, int downloads, int subscribers);
    }

    /** Returns the start of a message. The caller appends the global rate, the shares and the counts. */
    static StringBuilder begin(String node, long number) {
        return new StringBuilder(FORMAT)
                .append(' ')
                .append(node)
                .append(' ')
                .append(number)
                .append(' ');
    }

    static void putShare(StringBuilder text, long key, boolean isHungry, long need, int held, long waiting) {
        Digits.put(text, key, KEY);
        Digits.put(text, isHungry ? HUNGRY : need, PART);
        Digits.put(text, held, PART);
        Digits.put(text, waiting, COUNT);
    }

    static void putCounts(StringBuilder text, long key, int downloads, int subscribers) {
        Digits.put(text, key, KEY);
        Digits.put(text, downloads, COUNT);
        Digits.put(text, subscribers, COUNT);
    }

    /** Parses a message. Returns empty if the message is malformed or has another version of the format. */
    static Optional<Report> parse(String message) {
        String[] fields = SPACE.split(message, -1);
        if (fields.length != FIELDS || !fields[0].equals(FORMAT)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Report(
                    fields[1],
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Long.parseLong(fields[4]),
                    Integer.parseInt(fields[5]),
                    fields[6],
                    fields[7]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    void readShares(Reader reader) {
        for (int at = 0; at + SHARE <= shares.length(); at += SHARE) {
            long need = Digits.get(shares, at + KEY, PART);
            boolean isHungry = need == HUNGRY;
            reader.share(
                    Digits.get(shares, at, KEY),
                    isHungry,
                    isHungry ? 0 : need,
                    Digits.get(shares, at + KEY + PART, PART),
                    Digits.get(shares, at + KEY + PART + PART, COUNT));
        }
    }

    static void readCounts(String counts, Reader reader) {
        for (int at = 0; at + COUNTS <= counts.length(); at += COUNTS) {
            reader.count(Digits.get(counts, at, KEY), (int) Digits.get(counts, at + KEY, COUNT), (int)
                    Digits.get(counts, at + KEY + COUNT, COUNT));
        }
    }
}
