package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyTest {
    private static final String HEX = HexFormat.of().formatHex(ApiKey.sha256("swordfish"));

    @Test
    void c03_hashedOrNotItMatchesTheSameKey() {
        assertThat(ApiKey.parse("swordfish").matches(ApiKey.sha256("swordfish")))
                .isTrue();
        assertThat(ApiKey.parse("{sha256}" + HEX).matches(ApiKey.sha256("swordfish")))
                .isTrue();
        assertThat(ApiKey.parse("{sha256}" + HEX.toUpperCase(Locale.ROOT)).matches(ApiKey.sha256("swordfish")))
                .isTrue();
        assertThat(ApiKey.parse(HEX).matches(ApiKey.sha256("swordfish")))
                .as("a key that looks like a hash")
                .isFalse();
        assertThat(ApiKey.parse("swordfish").matches(new byte[0])).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "{sha256}", "{sha256}abc", "{sha256} 0000", "{sha256}g"})
    void c03_nonsenseIsRefused(String text) {
        assertThatThrownBy(() -> ApiKey.parse(text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ApiKey.parse("{sha256}" + HEX + text + "0"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void c01_bearerBeatsTheOtherField() {
        assertThat(ApiKey.presented("Bearer a", "b")).isEqualTo("a");
        assertThat(ApiKey.presented("BEARER  a ", "b")).isEqualTo("a");
        assertThat(ApiKey.presented("Basic a", "b")).isEqualTo("b");
        assertThat(ApiKey.presented("Bearer", "b")).isEmpty();
        assertThat(ApiKey.presented(null, "b")).isEqualTo("b");
        assertThat(ApiKey.presented("Basic a", null)).isNull();
        assertThat(ApiKey.presented(null, null)).isNull();
    }

    @Test
    void c03_saysNothingOfItself() {
        Object key = ApiKey.parse("swordfish");
        assertThat(String.valueOf(key)).doesNotContain("swordfish").doesNotContain(HEX);
    }
}
