package dev.weir.catalog;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One range of bytes that a request asks for (RFC 9110, 14.1.2), cut off at the end of the file.
 *
 * @param first the position of the first byte, from 0
 * @param last the position of the last byte; less than {@code first} if the range lies outside the file
 */
record ByteRange(long first, long last) {
    private static final Pattern RANGES = Pattern.compile("(?i)bytes=(.*)");
    private static final Pattern RANGE = Pattern.compile("[ \\t]*([0-9]*)-([0-9]*)[ \\t]*");
    private static final Pattern NOTHING = Pattern.compile("[ \\t]*");
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    boolean satisfiable() {
        return first <= last;
    }

    long length() {
        return last - first + 1;
    }

    /**
     * Parses the value of a {@code Range} header field. Returns the ranges in order, including ranges outside the file.
     * Returns null if the value is malformed or its unit is not bytes. The server must then ignore the field.
     *
     * @param length the length of the file in bytes
     */
    static @Nullable List<ByteRange> parse(String value, long length) {
        Matcher ranges = RANGES.matcher(value);
        if (!ranges.matches()) {
            return null;
        }
        List<ByteRange> all = new ArrayList<>();
        for (String element : ranges.group(1).split(",", -1)) {
            if (NOTHING.matcher(element).matches()) {
                continue; // a list may have empty elements (RFC 9110, 5.6.1)
            }
            ByteRange range = one(element, length);
            if (range == null) {
                return null;
            }
            all.add(range);
        }
        return all.isEmpty() ? null : all;
    }

    private static @Nullable ByteRange one(String spec, long length) {
        Matcher matcher = RANGE.matcher(spec);
        if (!matcher.matches()) {
            return null;
        }
        String from = matcher.group(1);
        String to = matcher.group(2);
        if (from.isEmpty()) {
            return to.isEmpty() ? null : suffix(new BigInteger(to), length);
        }
        BigInteger first = new BigInteger(from);
        if (to.isEmpty()) {
            return new ByteRange(clipped(first), length - 1);
        }
        BigInteger last = new BigInteger(to);
        return last.compareTo(first) < 0 ? null : new ByteRange(clipped(first), Math.min(clipped(last), length - 1));
    }

    private static ByteRange suffix(BigInteger bytes, long length) {
        return new ByteRange(Math.max(0, length - clipped(bytes)), bytes.signum() == 0 ? -1 : length - 1);
    }

    /** Converts a number to {@code long}. A number that is too large becomes {@link Long#MAX_VALUE}. */
    private static long clipped(BigInteger number) {
        return number.min(LARGEST).longValue();
    }
}
