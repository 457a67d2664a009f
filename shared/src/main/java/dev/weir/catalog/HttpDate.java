package dev.weir.catalog;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats HTTP dates, and parses the three formats that HTTP allows (RFC 9110, 5.6.7). */
final class HttpDate {
    // RFC_1123_DATE_TIME would write a day below 10 with one digit.
    private static final DateTimeFormatter WRITTEN =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);
    /** The preferred format of HTTP dates. The year must have exactly four digits and no sign. */
    private static final DateTimeFormatter FIXED = strict(new DateTimeFormatterBuilder()
            .appendPattern("EEE, dd MMM ")
            .appendValue(ChronoField.YEAR, 4)
            .appendPattern(" HH:mm:ss 'GMT'"));
    /** The obsolete date format of RFC 850. Its years have two digits, which mean 1980 to 2079. */
    private static final DateTimeFormatter RFC_850 = strict(new DateTimeFormatterBuilder()
            .appendPattern("EEEE, dd-MMM-")
            .appendValueReduced(ChronoField.YEAR, 2, 2, 1980)
            .appendPattern(" HH:mm:ss 'GMT'"));

    private static final DateTimeFormatter ASCTIME = strict(new DateTimeFormatterBuilder()
            .appendPattern("EEE MMM ppd HH:mm:ss ")
            .appendValue(ChronoField.YEAR, 4));

    private HttpDate() {}

    static String format(Instant instant) {
        return WRITTEN.format(instant.atOffset(ZoneOffset.UTC));
    }

    /** Parses a date in any of the three formats of HTTP. Returns null if the text has none of these formats. */
    static @Nullable Instant parse(String text) {
        for (DateTimeFormatter format : List.of(FIXED, RFC_850, ASCTIME)) {
            try {
                return LocalDateTime.parse(text, format).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException e) {
                // The text may have one of the other forms.
            }
        }
        return null;
    }

    /** Creates a formatter that rejects impossible dates and times, such as February 30 or hour 24. */
    private static DateTimeFormatter strict(DateTimeFormatterBuilder form) {
        return form.toFormatter(Locale.US).withResolverStyle(ResolverStyle.STRICT);
    }
}
