package dev.weir.perf.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CutsTest {
    private static final long FILE_BYTES = 100_000;
    private static final int MOST = 1_000;

    private static List<Cut> drawn(long seed, long fileBytes, int many) {
        Cuts cuts = new Cuts(seed, fileBytes, MOST);
        return Stream.generate(cuts::next).limit(many).toList();
    }

    @Test
    void theSameSeedCutsAtTheSameBytes() {
        assertThat(drawn(7, FILE_BYTES, MOST))
                .isEqualTo(drawn(7, FILE_BYTES, MOST))
                .isNotEqualTo(drawn(8, FILE_BYTES, MOST));
    }

    @Test
    void everyCutIsShorterThanAnAnswer() {
        assertThat(drawn(7, FILE_BYTES, MOST))
                .allMatch(cut -> cut.afterBytes() < Cuts.HEADER_BYTES + FILE_BYTES / 2)
                .anyMatch(cut -> cut.afterBytes() > FILE_BYTES / 4)
                .anyMatch(Cut::byReset)
                .anyMatch(cut -> !cut.byReset());
        assertThat(drawn(7, 0, MOST)).allMatch(cut -> cut.afterBytes() < Cuts.HEADER_BYTES);
    }

    @Test
    void nothingIsClosedInsideOfAHeader() {
        assertThat(drawn(7, FILE_BYTES, MOST))
                .filteredOn(cut -> !cut.byReset())
                .allMatch(cut -> cut.afterBytes() == 0 || cut.afterBytes() >= Cuts.LONG_HEADER_BYTES);
        assertThat(drawn(7, 0, MOST))
                .filteredOn(cut -> !cut.byReset())
                .isNotEmpty()
                .allMatch(cut -> cut.afterBytes() == 0);
    }

    @Test
    void oneInFourFallsIntoTheHeader() {
        long inHeader = drawn(7, FILE_BYTES, MOST).stream()
                .filter(cut -> cut.afterBytes() < Cuts.HEADER_BYTES)
                .count();
        assertThat(inHeader).isBetween(200L, 300L);
    }

    @Test
    void afterTheLastOneNothingIsCut() {
        Cuts cuts = new Cuts(7, FILE_BYTES, 3);
        assertThat(IntStream.range(0, 3).mapToObj(_ -> cuts.next())).doesNotContain(Cut.NEVER);
        assertThat(cuts.next()).isEqualTo(Cut.NEVER);
    }
}
