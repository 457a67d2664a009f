package dev.weir.clients.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.ApiKey;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests an API key that the server makes at each start (C07). */
class TemporaryKeyTest {
    private static final ApiKey OWN = ApiKey.parse("made at the start");
    private static final ApiKey OTHER = ApiKey.parse("another key");
    private static final Assignment GOLD = new Assignment("key-1", "gold");

    private final MemoryKeyStore others = new MemoryKeyStore();
    private final Map<ApiKey, Assignment> told = new HashMap<>();
    private final KeyStore keys = new TemporaryKey(OWN, others);

    /** A change of the temporary key must not be stored, because the server makes another key at its next start. */
    @Test
    void c07_aKeyThatIsMadeAtTheStartIsNotKept() {
        keys.open(now -> {
            told.clear();
            told.putAll(now);
        });
        keys.change(OWN, Assignment.REVOKED);
        assertThat(told).isEqualTo(Map.of(OWN, Assignment.REVOKED));
        keys.change(OTHER, GOLD);
        assertThat(told).isEqualTo(Map.of(OWN, Assignment.REVOKED, OTHER, GOLD));
        assertThat(others.size()).isOne();
        keys.change(OWN, null);
        assertThat(told).isEqualTo(Map.of(OTHER, GOLD));
    }
}
