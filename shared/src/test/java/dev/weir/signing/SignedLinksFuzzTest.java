package dev.weir.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the signatures of random request targets, and of links that were changed in a random place (C05). */
class SignedLinksFuzzTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final SigningKey KEY = SigningKey.parse(SECRET);

    private final SignedLinks links = SignedLinks.of(
            new SigningSettings(Map.of("k", SECRET)),
            () -> Instant.ofEpochSecond(1999),
            (id, reason) -> new IllegalArgumentException(id + reason));

    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/files/a%2fb|topic=a+b&topic=%20|0|x",
                "/events|plan=gold&addr=::1|5|&plan=iron",
                "/events/next|x=&&=&x|99|&sig=",
                "/|sig=AAAA&exp=1|-1|&kid=k",
                "|%73ig=&exp=2000&kid=k&exp=2000|3|%00",
                "?|?|2147483647|&"
            })
    @FuzzTest
    void onlyASignedLinkIsGood(@Nullable String path, @Nullable String extra, int at, @Nullable String inserted) {
        String folder = path == null ? "" : path;
        String more = extra == null ? "" : extra;
        assertThatRefused(folder, more);
        assertThatRefused(folder, more + "&sig=" + inserted);

        String signed = more + "&exp=2000&kid=k";
        String query = signed + "&sig=" + KEY.sign(folder + "?" + signed);
        boolean repeats = Arrays.stream(more.split("&", -1)).anyMatch(field -> field.matches("(?s)(sig|exp|kid)(=.*)?"))
                || counts(more, "plan") > 1
                || counts(more, "addr") > 1;
        if (repeats) {
            assertThatRefused(folder, query);
        } else {
            assertThat(links.verify(folder, query)).isNotNull();
        }
        if (inserted != null && !inserted.isEmpty()) {
            int place = Math.floorMod(at, query.length() + 1);
            assertThatRefused(folder, query.substring(0, place) + inserted + query.substring(place));
            assertThatRefused(folder + inserted, query);
        }
    }

    private static long counts(String query, String name) {
        return Arrays.stream(query.split("&", -1))
                .filter(field -> field.equals(name) || field.startsWith(name + "="))
                .count();
    }

    private void assertThatRefused(String path, String query) {
        assertThatThrownBy(() -> links.verify(path, query))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.INVALID_LINK));
    }
}
