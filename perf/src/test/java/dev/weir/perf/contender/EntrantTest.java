package dev.weir.perf.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntrantTest {
    private static final Entrant REACTIVE = Entrant.of("reactive");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "async",
                "blocking-many",
                "async#2",
                "async+10%cpu",
                "async+5%alloc",
                "async+0ms",
                "async@other",
                "async@aot",
                "async!byte",
                "nginx!event"
            })
    void aLabelIsReadAndSaidAgain(String label) {
        assertThat(Entrant.of(label).label()).isEqualTo(label);
        assertThat(Entrant.of(label)).hasToString(label);
    }

    @Test
    void everyContenderTakesPartUnderItsName() {
        assertThat(Contender.values())
                .filteredOn(contender -> contender != Contender.JOINED)
                .allSatisfy(contender -> assertThat(Entrant.of(contender.label()))
                        .isEqualTo(new Entrant(contender, Entrant.Twist.NONE, 0)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fast",
                "joined",
                "Async",
                "async#",
                "async#x",
                "async#2x",
                "async+5",
                "async+5%gc",
                "async!rust",
                "async+05ms",
                "async+%cpu",
                "async@",
                "async@5other",
                "async@some",
                "nginx@aot",
                "stock@aot",
                "sleeping@aot",
                "async#99999999999",
                "async+5ms ",
                "nginx+10%cpu",
                "nginx@other",
                "nchan+5%alloc",
                "stock+10%cpu",
                "stock@other",
                "async~",
                "async~gears",
                "nginx~file-regions",
                "reactive~small-buffers",
                "async~shared-buffers",
                "async~ascii-fields",
                "async-idiomatic~file-regions",
                "async-jetty~file-regions",
                "async-jetty~small-buffers"
            })
    void aLabelThatSaysNothingIsRefused(String label) {
        assertThatThrownBy(() -> Entrant.of(label)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPlantIsAnOptionOfTheAgent() {
        assertThat(option("async+10%cpu")).contains("-javaagent:agent.jar=cpu=10");
        assertThat(option("async+5%alloc")).contains("-javaagent:agent.jar=alloc=5");
        assertThat(Stream.of("async", "async#2", "async+5ms", "async@other", "async@aot")
                        .map(EntrantTest::option))
                .allMatch(Optional::isEmpty);
    }

    @Test
    void aBypassIsTurnedOffByItsKey() {
        Entrant entrant = Entrant.of("async~file-regions");
        assertThat(option("async~file-regions")).contains("-Dweir.tuning.file-regions=false");
        assertThat(entrant).hasToString("async~file-regions");
        assertThat(entrant.baseline(List.of(entrant, Entrant.of("async")), REACTIVE))
                .contains(Entrant.of("async"));
    }

    /**
     * Equal servers (twins) must be compared in pairs, such as {@code async#4} with {@code async#3}. If one twin were
     * the baseline of all others, the noise of this twin would be in all their ratios.
     */
    @ParameterizedTest
    @CsvSource({
        "async, reactive",
        "async#2, async",
        "async#4, async#3",
        "async+10%cpu, async",
        "async+5%alloc, async",
        "async@aot, async",
        "async+5ms, async+0ms"
    })
    void isComparedWithItsOwn(String label, String baseline) {
        List<Entrant> all = entrants(
                "reactive",
                "async",
                "async#2",
                "async#3",
                "async#4",
                "async+10%cpu",
                "async+5%alloc",
                "async@aot",
                "async+0ms",
                "async+5ms");
        assertThat(Entrant.of(label).baseline(all, REACTIVE)).contains(Entrant.of(baseline));
    }

    @ParameterizedTest
    @ValueSource(strings = {"reactive", "async#3", "async+0ms", "async!rate"})
    void aBaselineHasNone(String label) {
        List<Entrant> all = entrants("reactive", "async", "async#2", "async#3", "async#4", "async+0ms", "async!rate");
        assertThat(Entrant.of(label).baseline(all, REACTIVE)).isEmpty();
    }

    @Test
    void aBuildIsComparedWithTheOtherBuild() {
        List<Entrant> all = entrants("reactive", "async", "async@other");
        assertThat(Entrant.of("async").baseline(all, REACTIVE)).contains(Entrant.of("async@other"));
        assertThat(Entrant.of("async@other").baseline(all, REACTIVE)).isEmpty();
    }

    @Test
    void aVariantIsComparedWithItsOriginal() {
        Entrant stock = Entrant.of("stock");
        List<Entrant> all = entrants("stock", "reactive", "reactive-ec");
        assertThat(Entrant.of("reactive-ec").baseline(all, stock)).contains(REACTIVE);
        assertThat(REACTIVE.baseline(all, stock)).contains(stock);
        assertThat(Entrant.of("reactive-ec").baseline(entrants("stock", "reactive-ec"), stock))
                .contains(stock);
    }

    @Test
    void aContenderThatTakesNoPartIsNoBaseline() {
        List<Entrant> all = entrants("async#2", "async+5ms", "virtual");
        assertThat(all).allMatch(entrant -> entrant.baseline(all, REACTIVE).isEmpty());
    }

    private static Optional<String> option(String label) {
        return Entrant.of(label).jvmOption(Path.of("agent.jar"));
    }

    private static List<Entrant> entrants(String... labels) {
        return Arrays.stream(labels).map(Entrant::of).toList();
    }
}
