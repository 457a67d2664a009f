package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.contender.Entrant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {
    @ParameterizedTest
    @CsvSource({
        "reactive async, reactive",
        "reactive nginx, nginx",
        "async nchan virtual, nchan",
        "reactive stock, stock",
        "reactive sleeping, reactive"
    })
    void ratiosAreInTermsOfThePeerOrOfTheFirst(String contenders, String baseline) {
        assertThat(TrialCommands.CompareCommand.usualBaseline(
                        Stream.of(contenders.split(" ", -1)).map(Entrant::of).toList()))
                .isEqualTo(Entrant.of(baseline));
    }
}
