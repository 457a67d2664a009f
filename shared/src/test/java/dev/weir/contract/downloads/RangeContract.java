package dev.weir.contract.downloads;

import static dev.weir.contract.server.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests range requests: with valid ranges, with ranges outside the file, and with If-Range (rules D03, D05, D06). */
public interface RangeContract extends ContractPart {
    /**
     * A request for one range gets the bytes from {@code first} to {@code last} of {@code data.bin}, which has
     * 1,048,577 bytes.
     */
    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 0",
        "bytes=0-499, 0, 499",
        "bytes=500-999, 500, 999",
        "bytes=1048576-1048576, 1048576, 1048576",
        "bytes=0-1048576, 0, 1048576",
        "bytes=0-, 0, 1048576",
        "bytes=1048000-, 1048000, 1048576",
        "bytes=1048576-, 1048576, 1048576",
        "bytes=-1, 1048576, 1048576",
        "bytes=-65536, 983041, 1048576",
        "bytes=-1048577, 0, 1048576",
        "bytes=-9999999, 0, 1048576",
        "bytes=1000000-9999999, 1000000, 1048576",
        "bytes=5-99999999999999999999999999, 5, 1048576",
        "bytes=-99999999999999999999999999, 0, 1048576",
        "bytes=00-007, 0, 7",
        "Bytes=0-0, 0, 0",
        "bytes=255-4096, 255, 4096",
        "bytes=262143-262144, 262143, 262144"
    })
    default void d03_oneRangeIsThatPartOfTheFile(String range, int first, int last) {
        byte[] data = server().files().data();
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer part =
                    connection.send("GET", "/files/data.bin", "Range: " + range).answer();
            Answer next = connection.send("GET", "/files/text.txt").answer();
            part.assertStatus(206);
            assertThat(part.field("Content-Range")).isEqualTo("bytes %d-%d/%d".formatted(first, last, data.length));
            assertThat(part.field("Content-Length")).isEqualTo("" + (last - first + 1));
            assertThat(part.body()).isEqualTo(Arrays.copyOfRange(data, first, last + 1));
            assertThat(next.text()).isEqualTo(TEXT);
        }
    }

    @Test
    default void d03_aPartHasTheFieldsOfTheWhole() {
        Answer part = server().get("/files/text.txt", "Range: bytes=1-2");
        Answer whole = server().get("/files/text.txt");
        for (String name : new String[] {
            "Content-Type", "ETag", "Last-Modified", "Accept-Ranges", "Cache-Control", "Content-Disposition"
        }) {
            assertThat(part.field(name)).as(name).isNotNull().isEqualTo(whole.field(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=1048577-",
                "bytes=1048577-1048578",
                "bytes=9999999-",
                "bytes=-0",
                "bytes=-00",
                "bytes=99999999999999999999999999-",
                "bytes=99999999999999999998-99999999999999999999"
            })
    default void d05_nothingSatisfiableIs416(String range) {
        Answer answer = server().get("/files/data.bin", "Range: " + range);
        answer.assertStatus(416);
        assertThat(answer.field("Content-Range"))
                .isEqualTo("bytes */" + server().files().data().length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "items=0-1",
                "bytes",
                "bytes=",
                "bytes=-",
                "bytes=a-b",
                "bytes=1-a",
                "bytes=2-1",
                "bytes:0-1",
                "bytes 0-1",
                "bytes=0x1-2",
                "bytes=+1-2",
                "bytes=1.0-2",
                "bytes=--1",
                "bytes=1--2",
                "0-1",
                "none"
            })
    default void d05_aRangeThatMakesNoSenseIsIgnored(String range) {
        Answer answer = server().get("/files/text.txt", "Range: " + range);
        answer.assertStatus(200);
        assertThat(answer.text()).isEqualTo(TEXT);
        assertThat(answer.field("Content-Range")).isNull();
    }

    @Test
    default void d06_theSameTagSendsThePart() {
        ifRange(tag()).assertStatus(206);
        assertThat(ifRange(tag()).text()).isEqualTo(TEXT.substring(2, 5));
    }

    @Test
    default void d06_theSameDateSendsThePart() {
        ifRange(date()).assertStatus(206);
        assertThat(ifRange(date()).text()).isEqualTo(TEXT.substring(2, 5));
    }

    /**
     * With an If-Range value that does not match, a range request gets the whole file. If this fails, check that the
     * server evaluates If-Range. A framework's resource handling may ignore it.
     */
    @ParameterizedTest
    @ValueSource(strings = {"\"stale\"", "\"\"", "nothing", "*", "Thu, 01 Jan 1970 00:00:00 GMT"})
    default void d06_staleIfRangeSendsTheWholeFile(String validator) {
        Answer answer = ifRange(validator);
        answer.assertStatus(200);
        assertThat(answer.text()).isEqualTo(TEXT);
    }

    @Test
    default void d06_aWeakTagSendsTheWholeFile() {
        ifRange("W/" + tag()).assertStatus(200);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1, 3600})
    default void d06_anotherDateSendsTheWholeFile(long secondsLater) {
        DateTimeFormatter format = DateTimeFormatter.RFC_1123_DATE_TIME;
        ZonedDateTime other = ZonedDateTime.parse(date(), format).plusSeconds(secondsLater);
        ifRange(format.format(other)).assertStatus(200);
    }

    @Test
    default void d06_withoutARangeIfRangeMeansNothing() {
        Answer answer = server().get("/files/text.txt", "If-Range: " + tag());
        answer.assertStatus(200);
        assertThat(answer.text()).isEqualTo(TEXT);
    }

    private Answer ifRange(String validator) {
        return server().get("/files/text.txt", "Range: bytes=2-4", "If-Range: " + validator);
    }

    private String tag() {
        return Objects.requireNonNull(server().get("/files/text.txt").field("ETag"));
    }

    private String date() {
        return Objects.requireNonNull(server().get("/files/text.txt").field("Last-Modified"));
    }
}
