package dev.weir.catalog;

import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The answer that RFC 9110 prescribes for a request. Tests compare {@link DownloadPlan} with this model. It follows the
 * RFC step by step, and computes with numbers of any size.
 *
 * @param parts the ranges of the file to send, each as {@code first-last}. With status 200, the only range is the whole
 *     file. Empty if there is nothing to send
 */
record NaiveAnswer(int status, List<String> parts) {
    private static final Pattern TAG = Pattern.compile("(W/)?(\"[!#-~\\x80-\\xff]*\")");
    private static final Pattern TAGS = Pattern.compile("\\*|%1$s(?:[ \\t]*,[ \\t]*%1$s)*".formatted(TAG));
    private static final int MOST_RANGES = 16;

    /**
     * Computes the answer. Returns null for a malformed list of entity tags, because the RFC defines no answer to it.
     */
    static @Nullable NaiveAnswer of(String method, Map<String, String> fields, CatalogFile file) {
        String match = fields.get("If-Match");
        String noneMatch = fields.get("If-None-Match");
        if (malformed(match) || malformed(noneMatch)) {
            return null;
        }
        // RFC 9110, 13.2.2, steps 1 and 2
        if (match != null ? !names(match, file, true) : isAfter(file, fields.get("If-Unmodified-Since"), false)) {
            return new NaiveAnswer(412, List.of());
        }
        // steps 3 and 4
        if (noneMatch != null ? names(noneMatch, file, false) : !isAfter(file, fields.get("If-Modified-Since"), true)) {
            return new NaiveAnswer(304, List.of());
        }
        // steps 5 and 6
        String range = fields.get("Range");
        String ifRange = fields.get("If-Range");
        boolean same =
                ifRange == null || ifRange.equals(file.etag()) || ifRange.equals(HttpDate.format(file.modified()));
        List<String> parts = method.equals("GET") && range != null && same && file.length() > 0
                ? parts(range, BigInteger.valueOf(file.length()))
                : null;
        if (parts == null) {
            return new NaiveAnswer(200, file.length() == 0 ? List.of() : List.of("0-" + (file.length() - 1)));
        }
        return new NaiveAnswer(parts.isEmpty() ? 416 : 206, parts);
    }

    private static boolean malformed(@Nullable String tags) {
        return tags != null && !TAGS.matcher(tags).matches();
    }

    /**
     * Returns whether the list {@code tags} contains the file's entity tag (RFC 9110, 8.8.3.2). If {@code strong} is
     * true, weak tags do not count.
     */
    private static boolean names(String tags, CatalogFile file, boolean strong) {
        if (tags.equals("*")) {
            return true;
        }
        boolean found = false;
        for (Matcher tag = TAG.matcher(tags); tag.find(); ) {
            found |= tag.group(2).equals(file.etag()) && !(strong && tag.group(1) != null);
        }
        return found;
    }

    private static boolean isAfter(CatalogFile file, @Nullable String date, boolean otherwise) {
        Instant since = date == null ? null : NaiveDate.parse(date);
        return since == null
                ? otherwise
                : file.modified().truncatedTo(ChronoUnit.SECONDS).isAfter(since);
    }

    /**
     * Returns the part of each range that lies in the file (RFC 9110, 14.1.1 and 14.1.2). Returns null if the whole
     * field must be ignored.
     */
    private static @Nullable List<String> parts(String field, BigInteger length) {
        if (!field.regionMatches(true, 0, "bytes=", 0, 6)) {
            return null;
        }
        int asked = 0;
        BigInteger sum = BigInteger.ZERO;
        List<String> parts = new ArrayList<>();
        for (String element : field.substring(6).split(",", -1)) {
            String spec = trimmed(element);
            if (spec.isEmpty()) {
                continue;
            }
            asked++;
            int dash = spec.indexOf('-');
            if (dash < 0
                    || !isDigits(spec.substring(0, dash))
                    || !isDigits(spec.substring(dash + 1))
                    || spec.equals("-")) {
                return null;
            }
            BigInteger end = length.subtract(BigInteger.ONE);
            BigInteger first;
            BigInteger last;
            if (dash == 0) {
                BigInteger suffix = new BigInteger(spec.substring(1));
                first = suffix.signum() == 0 ? length : length.subtract(suffix.min(length));
                last = end;
            } else {
                first = new BigInteger(spec.substring(0, dash));
                last = dash == spec.length() - 1 ? end : new BigInteger(spec.substring(dash + 1));
                if (dash < spec.length() - 1 && last.compareTo(first) < 0) {
                    return null;
                }
            }
            if (first.compareTo(length) < 0) {
                last = last.min(end);
                parts.add(first + "-" + last);
                sum = sum.add(last.subtract(first).add(BigInteger.ONE));
            }
        }
        // This limit is Weir's own. RFC 9110, 17.15 lets a server ignore ranges that only cause work.
        return asked == 0 || asked > MOST_RANGES || sum.compareTo(length) > 0 ? null : parts;
    }

    private static String trimmed(String element) {
        int from = 0;
        int to = element.length();
        while (from < to && " \t".indexOf(element.charAt(from)) >= 0) {
            from++;
        }
        while (from < to && " \t".indexOf(element.charAt(to - 1)) >= 0) {
            to--;
        }
        return element.substring(from, to);
    }

    private static boolean isDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
