package dev.weir.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the text that a link's signature covers, and the keys that sign links (C05). */
class SignedLinksTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final SigningKey KEY = SigningKey.parse(SECRET);
    private static final String REST = "exp=2000&kid=k";

    private Instant now = Instant.ofEpochSecond(1999);
    private final SignedLinks links = links(Map.of("k", SECRET));

    /** The expected signature comes from another implementation, {@code openssl dgst -sha256 -hmac}. */
    @Test
    void theSignatureIsThatOfEveryImplementation() {
        assertThat(KEY.sign("/files/x?exp=2000&kid=k")).isEqualTo("rjchutwOm43Lf7SCmzZ3BDCujQTsFKg7z8QYMKOXACQ");
        assertThat(verify("/files/x", "exp=2000&kid=k&sig=rjchutwOm43Lf7SCmzZ3BDCujQTsFKg7z8QYMKOXACQ"))
                .isEqualTo(new SignedLinks.Grant(null, null));
    }

    /**
     * Some programs treat both targets as the same resource. The signature of one target must not be valid for the
     * other.
     */
    @ParameterizedTest
    @CsvSource({
        "/files/a?topic=a+b, /files/a?topic=a%20b",
        "/files/a?topic=%c3%a9, /files/a?topic=%C3%A9",
        "/files/a?topic=a&topic=b, /files/a?topic=b&topic=a",
        "/files/a?topic=a, /files/a?topic=a&topic=a",
        "/files/a?topic=, /files/a?topic",
        "/files/a?topic=a, /files/a?topic=a&",
        "/files/a?topic=a, /files/a?%74opic=a",
        "/files/a?x=a, /files/%61?x=a",
        "/files/a?x=a, /files/A?x=a",
        "/files/a?x=a, /files//a?x=a",
        "/files/a?x=a, /files/./a?x=a",
        "/files/a?x=a, /files/b/../a?x=a",
        "/files/a%2Fb?x=a, /files/a/b?x=a",
        "/files/a%2Fb?x=a, /files/a%252Fb?x=a",
        "/files/a?x=a, /files/a%3Fx=a?",
        "/files/a?x=a, /files/a?x=a#"
    })
    void anotherSpellingIsAnotherTarget(String signed, String sent) {
        assertThat(verify(path(signed), query(signed) + "&" + signature(signed)))
                .isNotNull();
        assertThatRefused(path(sent), query(sent) + "&" + signature(signed));
    }

    @Test
    void aLinkGrantsThePlanAndAddressThatItNames() {
        String target = "plan=gold&x=%26plan%3Diron&addr=2001:db8::/64&" + REST;
        assertThat(verify("/events", target + "&sig=" + KEY.sign("/events?" + target)))
                .isEqualTo(new SignedLinks.Grant("gold", "2001:db8::/64"));
    }

    @Test
    void aLinkEndsWhenItsSecondBegins() {
        String signed = REST + "&sig=" + KEY.sign("/files/x?" + REST);
        assertThat(verify("/files/x", signed)).isNotNull();
        now = Instant.ofEpochSecond(2000);
        assertThatThrownBy(() -> verify("/files/x", signed)).isInstanceOf(RefusedException.class);
    }

    @Test
    void everyKeyVerifiesItsOwnLinksOnly() {
        String other = SECRET.replace('0', 'z');
        SignedLinks both = links(Map.of("k", other, "Old_1-x", SECRET));
        String target = "exp=2000&kid=Old_1-x";
        assertThat(both.verify("/events", target + "&sig=" + KEY.sign("/events?" + target)))
                .isNotNull();
        assertThatThrownBy(() -> both.verify("/events", REST + "&sig=" + KEY.sign("/events?" + REST)))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> SignedLinks.none().verify("/events", REST + "&sig=" + KEY.sign("/events?" + REST)))
                .isInstanceOf(RefusedException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'', false",
        "x=1, false",
        "plan=gold&addr=::1, false",
        "xsig=1&Sig=1&sigx=1&x=sig, false",
        "s%69g=1, false",
        "sig, true",
        "sig=, true",
        "x=1&sig=1, true",
        "&sig=1, true",
        "exp=1, false",
        "x&kid=1, false",
        "kid&x=1&exp=1, true"
    })
    void aLinkIsKnownByItsFields(String query, boolean isLink) {
        SignedLinks links = links(Map.of("k", SECRET));
        assertThat(links.isLink(query)).isEqualTo(isLink);
        assertThat(links.isLink(null)).isFalse();
        assertThat(SignedLinks.none().isLink(query)).isFalse();
    }

    @Test
    void aKeyIsReadFromItsFile(@TempDir Path folder) throws IOException {
        for (String end : new String[] {"", "\n", "\r\n"}) {
            Path file = Files.writeString(folder.resolve("key"), SECRET + end);
            assertThat(SigningKey.parse("file:" + file).sign("/")).isEqualTo(KEY.sign("/"));
            assertThat(SigningKey.read(file).sign("/")).isEqualTo(KEY.sign("/"));
        }
        for (String content : new String[] {"", SECRET + "\n" + SECRET, SECRET.substring(1), SECRET + "\u00e9"}) {
            Path file = Files.writeString(folder.resolve("key"), content);
            assertThatThrownBy(() -> SigningKey.read(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining(SECRET.substring(1));
        }
    }

    /** The path of an existing file must be refused as a key. Otherwise a user who knows the path could sign. */
    @Test
    void aPathIsNoKey(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("key-of-the-links-".repeat(3)), SECRET);
        assertThatThrownBy(() -> SigningKey.parse(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("file:");
        assertThat(SigningKey.parse(file + "-none").sign("/")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0123456789abcdef0123456789abcde",
                "0123456789abcdef 0123456789abcdef",
                "0123456789abcdef0123456789abcd\u00e9f",
                "file:",
                "file:/no/such/file",
                "file:\0",
                "file:/tmp"
            })
    void aBadKeyIsRefusedAndNotShown(String text) {
        assertThatThrownBy(() -> SigningKey.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("0123456789");
        assertThatThrownBy(() -> SigningKey.parse("x".repeat(513))).isInstanceOf(IllegalArgumentException.class);
        assertThat(SigningKey.parse("x".repeat(512))).isNotNull();
        assertThat(new SigningSettings(Map.of("k", SECRET)).toString())
                .contains("k")
                .doesNotContain(SECRET);
    }

    private SignedLinks.Grant verify(String path, String query) {
        return links.verify(path, query);
    }

    private void assertThatRefused(String path, String query) {
        assertThatThrownBy(() -> verify(path, query))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.INVALID_LINK));
    }

    private static String path(String target) {
        return target.substring(0, target.indexOf('?'));
    }

    /** Returns the query of the target, with the fields of a signed link added. */
    private static String query(String target) {
        return target.substring(target.indexOf('?') + 1) + "&" + REST;
    }

    private static String signature(String target) {
        return "sig=" + KEY.sign(path(target) + "?" + query(target));
    }

    private SignedLinks links(Map<String, String> keys) {
        return SignedLinks.of(
                new SigningSettings(keys), () -> now, (id, reason) -> new IllegalArgumentException(id + reason));
    }
}
