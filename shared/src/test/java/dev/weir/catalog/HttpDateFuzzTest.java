package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.InRange;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import java.time.Instant;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares {@link HttpDate} with its simple model {@link NaiveDate} on random texts. */
class HttpDateFuzzTest {
    /** The last second of the year 9999, in seconds since 1970. Later years have five digits. */
    private static final long LAST_SECOND = 253_402_300_799L;

    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "Fri, 02 Jan 2026 03:04:05 GMT|0",
                "Thu, 29 Feb 2024 23:59:59 GMT|951782400",
                "Fri, 31 Dec 9999 23:59:59 GMT|253402300799",
                "Thu, 01 Jan 1970 00:00:00 GMT|1",
                "Friday, 02-Jan-26 03:04:05 GMT|1767322800",
                "Sunday, 06-Nov-94 08:49:37 GMT|1767323045",
                "Fri Jan  2 03:04:05 2026|4102444800",
                "Sun Nov 06 08:49:37 1994|68169600"
            })
    @FuzzTest
    void aDateIsReadByTheGrammarAndWrittenByIt(@NotNull String text, @InRange(min = 0, max = LAST_SECOND) long second) {
        assertThat(HttpDate.parse(text)).isEqualTo(NaiveDate.parse(text));
        Instant instant = Instant.ofEpochSecond(second);
        String written = HttpDate.format(instant);
        assertThat(written).hasSize("Fri, 02 Jan 2026 03:04:05 GMT".length());
        assertThat(NaiveDate.parse(written)).isEqualTo(instant);
    }
}
