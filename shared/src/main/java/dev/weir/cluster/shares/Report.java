package dev.weir.cluster.shares;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A message in which a node tells the other nodes its demand and its use of the shared limits. Fractions are in units
 * of 1 / {@link dev.weir.throttle.ShareLimits.Part#WHOLE}.
 *
 * @param number the sequence number of the message, which the sending node increases by 1
 * @param asks whether the other nodes must send {@code shares} and {@code counts} in their next message, even if
 *     unchanged
 * @param need the fraction of the global rate that the node needs ({@link Split})
 * @param hunger the node's weight when the nodes divide the part of the global rate that no node needs ({@link Split})
 * @param held the fraction of the global rate that the node will not exceed ({@link Holding}), or {@link #IDLE}
 * @param shares the list of the {@link Claim}s of all active clients (encoded), or {@link #AS_BEFORE}
 * @param counts the list of the {@link Counts} of all clients with downloads or subscriptions (encoded), or
 *     {@link #AS_BEFORE}
 */
record Report(String node, long number, boolean asks, long need, long hunger, int held, String shares, String counts) {
    /** The value of {@code held} if the node does not use the global rate. */
    static final int IDLE = -1;

    /** The value of {@code shares} or {@code counts} if the list is the same as in the node's previous message. */
    static final String AS_BEFORE = "-";

    /** The version of the message format. A node ignores messages of other versions. */
    private static final String FORMAT = "3";

    private static final String ASKS = "?";
    private static final int FIELDS = 9;

    private static final int KEY = 10;
    static final int KEY_BITS = 60;
    private static final int PART = 4;
    private static final int COUNT = 3;
    /** The length of the entry of one client in {@link #shares}, in bytes. */
    static final int SHARE = KEY + PART + PART + COUNT;
    /** The length of the entry of one client in {@link #counts}, in bytes. */
    static final int COUNTS = KEY + COUNT + COUNT;
    /** The encoded value of {@link Claim#need} if {@link Claim#isHungry} is true. It is larger than any real need. */
    private static final long HUNGRY = (1L << 24) - 1;

    /**
     * The entry of one downloading client in a report. Fractions are in the same unit as in {@link Report}.
     *
     * @param isHungry whether the node wants as much of the client's rate as it can get ({@link Split})
     * @param need the fraction of the client's rate that the node needs; 0 if {@code isHungry}
     * @param held the fraction of the client's rate that the node will not exceed ({@link Holding})
     * @param waiting the number of waiting downloads, as {@link Demand#waiting} returns it
     */
    record Claim(boolean isHungry, long need, long held, long waiting) {}

    /** How many downloads and subscriptions (event streams and long polls) one client has open on one node. */
    record Counts(int downloads, int subscribers) {}

    /** Returns the start of a message. The caller appends the other fields, from {@code need} to {@code counts}. */
    static StringBuilder begin(String node, long number, boolean asks) {
        return new StringBuilder(FORMAT)
                .append(' ')
                .append(node)
                .append(' ')
                .append(number)
                .append(' ')
                .append(asks ? ASKS : AS_BEFORE)
                .append(' ');
    }

    /**
     * Returns the number that identifies a client in messages: the first {@link #KEY_BITS} bits of the SHA-256 digest
     * of the client's name. It is very unlikely that two clients have the same number.
     */
    static long key(String client) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(client.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() >>> (Long.SIZE - KEY_BITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has it
        }
    }

    /** Encodes a client's claim as an entry of {@link #SHARE} bytes. */
    static byte[] share(long key, Claim claim) {
        byte[] entry = new byte[SHARE];
        Digits.put(entry, 0, key, KEY);
        Digits.put(entry, KEY, claim.isHungry ? HUNGRY : claim.need, PART);
        Digits.put(entry, KEY + PART, claim.held, PART);
        Digits.put(entry, KEY + PART + PART, claim.waiting, COUNT);
        return entry;
    }

    /** Encodes a client's numbers of downloads and subscriptions as an entry of {@link #COUNTS} bytes. */
    static byte[] count(long key, Counts counts) {
        byte[] entry = new byte[COUNTS];
        Digits.put(entry, 0, key, KEY);
        Digits.put(entry, KEY, counts.downloads, COUNT);
        Digits.put(entry, KEY + COUNT, counts.subscribers, COUNT);
        return entry;
    }

    /** Parses a message. Returns empty if the message is malformed or has another version of the format. */
    static Optional<Report> parse(String message) {
        String[] fields = message.split(" ", -1);
        if (fields.length != FIELDS || !fields[0].equals(FORMAT)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Report(
                    fields[1],
                    Long.parseLong(fields[2]),
                    fields[3].equals(ASKS),
                    Long.parseLong(fields[4]),
                    Long.parseLong(fields[5]),
                    Integer.parseInt(fields[6]),
                    fields[7],
                    fields[8]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Decodes the text of {@link #shares}. Passes each client's key and claim to {@code reader}. */
    static void readShares(String shares, BiConsumer<Long, Claim> reader) {
        for (int at = 0; at + SHARE <= shares.length(); at += SHARE) {
            long need = Digits.get(shares, at + KEY, PART);
            boolean isHungry = need == HUNGRY;
            long held = Digits.get(shares, at + KEY + PART, PART);
            long waiting = Digits.get(shares, at + KEY + PART + PART, COUNT);
            reader.accept(Digits.get(shares, at, KEY), new Claim(isHungry, isHungry ? 0 : need, held, waiting));
        }
    }

    /** Decodes the text of {@link #counts}. Passes each client's key and {@link Counts} to {@code reader}. */
    static void readCounts(String counts, BiConsumer<Long, Counts> reader) {
        for (int at = 0; at + COUNTS <= counts.length(); at += COUNTS) {
            int downloads = (int) Digits.get(counts, at + KEY, COUNT);
            int subscribers = (int) Digits.get(counts, at + KEY + COUNT, COUNT);
            reader.accept(Digits.get(counts, at, KEY), new Counts(downloads, subscribers));
        }
    }
}
