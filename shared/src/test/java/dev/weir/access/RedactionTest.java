package dev.weir.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {
    @ParameterizedTest
    @CsvSource({
        "/files/a?exp=1&sig=abc, /files/a?exp=1&sig=-",
        "/files/a?sig=abc&x=1, /files/a?sig=-&x=1",
        "/files/a?sig=a&sig=b, /files/a?sig=-&sig=-",
        "/files/a?%73ig=abc, /files/a?%73ig=-",
        "/files/a?s%69%67=abc, /files/a?s%69%67=-",
        "/files/a?SIG=abc, /files/a?SIG=-",
        "https://a.example/?x=1&sig=abc#top, https://a.example/?x=1&sig=-#top",
        "/files/a?design=abc&sig, /files/a?design=abc&sig",
        "/files/sig=abc, /files/sig=abc"
    })
    void a07_onlyTheSignatureIsHidden(String target, String shown) {
        assertThat(Redaction.of(target)).isEqualTo(shown);
    }
}
