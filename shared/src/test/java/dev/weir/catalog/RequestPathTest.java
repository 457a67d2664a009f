package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.rights.Folders;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPathTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '\0',
            value = {
                "a|a",
                "a.txt|a.txt",
                "a/b/c.txt|a/b/c.txt",
                "%61.txt|a.txt",
                "a%20b|a b",
                "a b|a b",
                "a+b|a+b",
                "%2541|%41",
                "%252e%252e|%2e%2e",
                "%C3%A9|\u00e9",
                "%c3%a9|\u00e9",
                "\u00e9|\u00e9",
                "%E2%82%AC|\u20ac",
                "%F0%9F%8C%8A|\ud83c\udf0a",
                "...|...",
                "..a|..a",
                "a..|a..",
                ".hidden|.hidden",
                "a%3Bb|a;b",
                "a%3fb|a?b",
                "a%23b|a#b",
                "a:b|a:b",
                "~|~",
                "%22|\""
            })
    void d09_aPlainNameIsDecodedOnce(String raw, String name) {
        assertThat(RequestPath.decode(raw)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/a",
                "a/",
                "a//b",
                "//a",
                ".",
                "..",
                "./a",
                "../a",
                "a/.",
                "a/..",
                "a/./b",
                "a/../b",
                "%2e",
                "%2E%2e",
                ".%2e/a",
                "a/%2e%2e/b",
                "%2e%2e/a",
                "a%2fb",
                "a%2Fb",
                "%2fa",
                "..%2fa",
                "a\\b",
                "a%5cb",
                "..%5Ca",
                "a;b",
                ";",
                "a;v=1/b",
                "..;/a",
                "%00",
                "a%00",
                "a%00.txt",
                "a%0ab",
                "a%0D%0Ab",
                "a%09b",
                "%7F",
                "%C2%80",
                "%",
                "a%",
                "%2",
                "a%2",
                "%zz",
                "%2g",
                "%g2",
                "% 20",
                "%-1",
                "%+1",
                "%u002e",
                "%ff",
                "%80",
                "%c3",
                "%c3%28",
                "%c0%ae",
                "%c0%af",
                "%e0%80%ae",
                "%ed%a0%80",
                "%f4%90%80%80",
                "%fe%ff"
            })
    void d09_anAmbiguousNameIsNotDecoded(String raw) {
        assertThat(RequestPath.decode(raw)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/files, true",
        "/files/, true",
        "/files/a/, true",
        "/files/a/b/, true",
        "/files/%61/b/c/, true",
        "/files/a, false",
        "/files/a/b, false",
        "/files/a/b/c, true",
        "/files/b/, false",
        "/files/a/c/, false",
        "/files/ab/, false",
        "/files//, false",
        "/files/a//, false",
        "/files/a/../, false"
    })
    void c06_aFolderIsForClientsThatMayReadSomethingInIt(String target, boolean allowed) {
        assertThat(RequestPath.isIn(target, Folders.of(List.of("a/b")))).isEqualTo(allowed);
        assertThat(RequestPath.isIn(target, Folders.ALL)).isTrue();
    }
}
