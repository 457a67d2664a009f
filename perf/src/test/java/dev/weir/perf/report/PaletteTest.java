package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.result.Metric;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaletteTest {
    @Test
    void noTwoServersLookTheSame() {
        assertThat(Stream.of(Contender.values()).map(Contender::label).map(PaletteTest::look))
                .doesNotHaveDuplicates();
    }

    private static Palette look(String contender) {
        return Palette.of(contender, List.of());
    }

    /** Servers that a user adds must get different colours. Unlike lines, bars have no dashes that tell them apart. */
    @Test
    void eachServerThatJoinsHasAColourOfItsOwn() throws Exception {
        List<String> all = List.of("async", "yours", "b", "mine", "a-b", "nginx", "virtual", "blocking-many", "c", "z");
        List<RowPlot.Row> rows = all.stream()
                .map(label -> RowPlot.Row.of(label, Metric.Unit.NUMBER, 1, List.of(1.0), Double.NaN))
                .toList();
        String bars = new RowPlot("bars", "number", RowPlot.scale(0, 1, false), rows).svg();
        assertThat(Xml.parse(bars).attributes("rect", "class"))
                .hasSize(all.size())
                .doesNotHaveDuplicates();
    }

    @Test
    void aServerOnJettyHasTheColourOfItsModelAndFollowsItsTwin() {
        assertThat(look("async-jetty").colour()).isEqualTo(look("async").colour());
        assertThat(Stream.of("nginx", "virtual", "async-jetty", "async", "async-idiomatic", "reactive")
                        .sorted(Palette.ORDER))
                .containsExactly("nginx", "reactive", "async", "async-idiomatic", "async-jetty", "virtual");
    }
}
