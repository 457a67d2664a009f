package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests sets of topics (E05). Listeners with equal sets share the result of a read. */
class TopicsTest {
    private static final Topics ALL = Topics.of(List.of());
    private static final Topics BOTH = Topics.of(List.of("a", "b"));

    @Test
    void e05_namesTakeTheirTopicsAndNoNamesTakeAll() {
        assertThat(BOTH.has("a")).isTrue();
        assertThat(BOTH.has("b")).isTrue();
        assertThat(BOTH.has("c")).isFalse();
        assertThat(BOTH.has("A")).isFalse();
        assertThat(ALL.has("c")).isTrue();
    }

    @Test
    void e04_anEventWithoutATopicIsForEverybody() {
        assertThat(BOTH.has(null)).isTrue();
        assertThat(ALL.has(null)).isTrue();
    }

    @Test
    void e05_theSameNamesAreEqualInAnyOrder() {
        assertThat(Topics.of(List.of("b", "a", "b"))).isEqualTo(BOTH).hasSameHashCodeAs(BOTH);
        assertThat(Topics.of(List.of())).isEqualTo(ALL).hasSameHashCodeAs(ALL);
        assertThat(BOTH).isNotEqualTo(ALL).isNotEqualTo(Topics.of(List.of("a"))).isNotEqualTo("[a, b]");
        assertThat(Topics.of(List.of("Aa"))).as("names with the same hash code").isNotEqualTo(Topics.of(List.of("BB")));
    }
}
