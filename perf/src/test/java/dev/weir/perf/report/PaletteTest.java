package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.contender.Contender;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaletteTest {
    @Test
    void noTwoServersLookTheSame() {
        assertThat(Stream.of(Contender.values()).map(Contender::label).map(Palette::of))
                .doesNotHaveDuplicates();
    }

    @Test
    void aServerOnJettyHasTheColourOfItsModelAndFollowsItsTwin() {
        assertThat(Palette.of("async-jetty").colour())
                .isEqualTo(Palette.of("async").colour());
        assertThat(Stream.of("nginx", "virtual", "async-jetty", "async", "async-idiomatic", "reactive")
                        .sorted(Palette.ORDER))
                .containsExactly("nginx", "reactive", "async", "async-idiomatic", "async-jetty", "virtual");
    }
}
