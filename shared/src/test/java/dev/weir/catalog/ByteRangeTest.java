package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "bytes=0-0|1|0|0",
                "bytes=0-0|100|0|0",
                "bytes=0-99|100|0|99",
                "bytes=0-100|100|0|99",
                "bytes=0-9223372036854775807|100|0|99",
                "bytes=0-9999999999999999999999|100|0|99",
                "bytes=99-99|100|99|99",
                "bytes=99-|100|99|99",
                "bytes=0-|100|0|99",
                "bytes=50-|100|50|99",
                "bytes=10-19|100|10|19",
                "bytes=-1|100|99|99",
                "bytes=-99|100|1|99",
                "bytes=-100|100|0|99",
                "bytes=-101|100|0|99",
                "bytes=-9223372036854775807|100|0|99",
                "bytes=-9999999999999999999999|100|0|99",
                "bytes=-1|1|0|0",
                "bytes=007-0010|100|7|10",
                "bytes=-010|100|90|99",
                "bytes=00000000000000000000000007-9|100|7|9",
                "BYTES=1-2|100|1|2",
                "bYtEs=1-2|100|1|2",
                "bytes= 1-2|100|1|2",
                "bytes=1-2 |100|1|2",
                "bytes=\t1-2\t|100|1|2",
                "bytes=0-4294967296|8589934592|0|4294967296",
                "bytes=4294967296-|8589934592|4294967296|8589934591",
                "bytes=-1|999999999999999999|999999999999999998|999999999999999998"
            })
    void d03_aSatisfiableRangeIsClippedToTheFile(String value, long length, long first, long last) {
        assertThat(ByteRange.parse(value, length)).containsExactly(new ByteRange(first, last));
        assertThat(new ByteRange(first, last).satisfiable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=100-, 100",
        "bytes=100-100, 100",
        "bytes=100-200, 100",
        "bytes=101-, 100",
        "bytes=1-, 1",
        "bytes=-0, 100",
        "bytes=-000, 100",
        "bytes=9223372036854775807-, 100",
        "bytes=99999999999999999999-, 100",
        "bytes=99999999999999999998-99999999999999999999, 100"
    })
    void d05_nothingOfItIsInTheFile(String value, long length) {
        assertThat(ByteRange.parse(value, length))
                .singleElement()
                .extracting(ByteRange::satisfiable)
                .isEqualTo(false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "bytes",
                "bytes=",
                "bytes= ",
                "bytes=-",
                "bytes= - ",
                "=0-1",
                "0-1",
                "bytes:0-1",
                "bytes 0-1",
                "bytes0-1",
                "byte=0-1",
                "items=0-1",
                "seconds=1-2",
                "bytes=a-b",
                "bytes=0-b",
                "bytes=a-1",
                "bytes=1",
                "bytes=2-1",
                "bytes=100-99",
                "bytes=99999999999999999999-99999999999999999998",
                "bytes=0-0,9223372036854775808-9223372036854775807",
                "bytes=--1",
                "bytes=1--2",
                "bytes=-1-2",
                "bytes=+1-2",
                "bytes=1.5-2",
                "bytes=0x0-1",
                "bytes=1 -2",
                "bytes=1- 2",
                "bytes =1-2",
                " bytes=1-2",
                "bytes==1-2",
                "bytes=1-2;",
                "bytes=\u0661-\u0662",
                "bytes=0-1\n",
                "none"
            })
    void d05_aMalformedRangeIsIgnored(String value) {
        assertThat(ByteRange.parse(value, 100)).isNull();
    }
}
