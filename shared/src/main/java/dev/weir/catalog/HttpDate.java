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

/** A date as HTTP writes it, and the three ways in which it reads one (RFC 9110, 5.6.7). */
final class HttpDate {
    // Always two digits for the day, which RFC_1123_DATE_TIME does not give.
    private static final DateTimeFormatter WRITTEN =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);
    /** Four digits for the year and no sign, as a pattern would take. */
    private static final DateTimeFormatter FIXED = strict(new DateTimeFormatterBuilder()
            .appendPattern("EEE, dd MMM ")
            .appendValue(ChronoField.YEAR, 4)
            .appendPattern(" HH:mm:ss 'GMT'"));
    /** Two digits for the year, of which those from 80 on are past; nobody writes this since 1994. */
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

    /** Null when it is none. */
    static @Nullable Instant parse(String text) {
        for (DateTimeFormatter format : List.of(FIXED, RFC_850, ASCTIME)) {
            try {
                return LocalDateTime.parse(text, format).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException e) {
                // It may be one of the others.
            }
        }
        return null;
    }

    /** Takes no day that the calendar does not have for the last of its month, and no hour 24. */
    private static DateTimeFormatter strict(DateTimeFormatterBuilder form) {
        return form.toFormatter(Locale.US).withResolverStyle(ResolverStyle.STRICT);
    }
}
