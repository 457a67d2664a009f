package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreconditionsTest {
    private static final CatalogFile FILE =
            new CatalogFile(Path.of("/f"), "f", 1000, Instant.parse("2026-01-02T03:04:05.678Z"));
    private static final String SAME = FILE.etag();

    /**
     * {@code If-Unmodified-Since} must count only without {@code If-Match}, and {@code If-Modified-Since} only without
     * {@code If-None-Match} (RFC 9110, 13.2.2).
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-|-|-|-|HOLD",
                "same|-|-|-|HOLD",
                "other|-|-|-|FAIL",
                "W/same|-|-|-|FAIL",
                "*|-|-|-|HOLD",
                "-|before|-|-|FAIL",
                "-|equal|-|-|HOLD",
                "-|after|-|-|HOLD",
                "-|none|-|-|HOLD",
                "same|before|-|-|HOLD",
                "other|after|-|-|FAIL",
                "-|-|same|-|NOT_MODIFIED",
                "-|-|W/same|-|NOT_MODIFIED",
                "-|-|*|-|NOT_MODIFIED",
                "-|-|other|-|HOLD",
                "-|-|-|before|HOLD",
                "-|-|-|equal|NOT_MODIFIED",
                "-|-|-|after|NOT_MODIFIED",
                "-|-|-|none|HOLD",
                "-|-|other|after|HOLD",
                "-|-|same|before|NOT_MODIFIED",
                "same|-|same|-|NOT_MODIFIED",
                "other|-|same|-|FAIL",
                "-|before|same|-|FAIL",
                "-|after|-|equal|NOT_MODIFIED"
            })
    void d07_preconditionsInTheirOrder(
            String match, String unmodifiedSince, String noneMatch, String modifiedSince, Preconditions outcome) {
        Map<String, String> fields = new HashMap<>();
        put(fields, "If-Match", tag(match));
        put(fields, "If-Unmodified-Since", date(unmodifiedSince));
        put(fields, "If-None-Match", tag(noneMatch));
        put(fields, "If-Modified-Since", date(modifiedSince));
        assertThat(Preconditions.of(fields::get, FILE)).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fri, 02 Jan 2026 03:04:05 GMT|2026-01-02T03:04:05Z",
                "Friday, 02-Jan-26 03:04:05 GMT|2026-01-02T03:04:05Z",
                "Fri Jan  2 03:04:05 2026|2026-01-02T03:04:05Z",
                "Sunday, 06-Nov-94 08:49:37 GMT|1994-11-06T08:49:37Z",
                "Sun Nov 16 08:49:37 1994|",
                "Thu, 02 Jan 2026 03:04:05 GMT|",
                "Fri, 2 Jan 2026 03:04:05 GMT|",
                "Fri, 02 Jan 2026 03:04:05 CET|",
                "2026-01-02T03:04:05Z|",
                "0|"
            })
    void datesAreReadAsHttpWritesThem(String text, @Nullable Instant instant) {
        assertThat(HttpDate.parse(text)).isEqualTo(instant);
    }

    /** An impossible day, hour or year must not be accepted. If this fails, check {@code ResolverStyle.STRICT}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Thu, 30 Feb 2024 23:59:59 GMT",
                "Thu, 31 Feb 2024 23:59:59 GMT",
                "Fri, 29 Feb 2025 00:00:00 GMT",
                "Wednesday, 30-Feb-84 23:59:59 GMT",
                "Thu Feb 30 23:59:59 2024",
                "Fri, 02 Jan 2026 24:00:00 GMT",
                "Friday, 02-Jan-26 24:00:00 GMT",
                "Fri Jan  2 24:00:00 2026",
                "Fri, 02 Jan +12026 03:04:05 GMT",
                "Fri, 02 Jan 12026 03:04:05 GMT",
                "Fri Jan  2 03:04:05 +12026"
            })
    void d07_aDateThatTheCalendarDoesNotHaveIsNone(String text) {
        assertThat(HttpDate.parse(text)).isNull();
    }

    private static void put(Map<String, String> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private static @Nullable String tag(String word) {
        return switch (word) {
            case "-" -> null;
            case "same" -> "\"x\", " + SAME;
            case "W/same" -> "W/" + SAME;
            case "other" -> "\"x\", W/\"y\"";
            default -> word;
        };
    }

    private static @Nullable String date(String word) {
        Instant modified = Instant.parse("2026-01-02T03:04:05Z");
        return switch (word) {
            case "-" -> null;
            case "before" -> HttpDate.format(modified.minusSeconds(1));
            case "equal" -> HttpDate.format(modified);
            case "after" -> HttpDate.format(modified.plusSeconds(1));
            default -> "no date";
        };
    }
}
