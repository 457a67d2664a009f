package dev.weir.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One range of bytes that was asked for (RFC 9110, 14.1.2), clipped to the file.
 *
 * @param first position of the first byte
 * @param last position of the last byte; before {@code first} when nothing of the range is in the file
 */
record ByteRange(long first, long last) {
    private static final Pattern ONE_RANGE = Pattern.compile("(?i)bytes=[ \\t]*([0-9]*)-([0-9]*)[ \\t]*");
    private static final int MOST_DIGITS = 18;

    boolean satisfiable() {
        return first <= last;
    }

    /** The range of the field value; null when it is to be ignored: malformed, another unit, or not just one range. */
    static @Nullable ByteRange parse(String value, long length) {
        Matcher matcher = ONE_RANGE.matcher(value);
        if (!matcher.matches()) {
            return null;
        }
        String from = matcher.group(1);
        String to = matcher.group(2);
        if (from.isEmpty()) {
            return to.isEmpty()
                    ? null
                    : new ByteRange(Math.max(0, length - number(to)), to.matches("0+") ? -1 : length - 1);
        }
        long first = number(from);
        if (to.isEmpty()) {
            return new ByteRange(first, length - 1);
        }
        long last = number(to);
        return last < first ? null : new ByteRange(first, Math.min(last, length - 1));
    }

    /** Numbers too long for a file are as good as the largest. */
    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(significant);
    }
}
