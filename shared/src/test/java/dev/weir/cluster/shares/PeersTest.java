package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.throttle.ShareLimits.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static final long KEY = (1L << Report.KEY_BITS) - 2;

    private final Peers peers = new Peers();
    private final List<String> read = new ArrayList<>();

    private final Report.Reader reader = (key, isHungry, need, held, waiting) ->
            read.add(key + " " + isHungry + " " + need + " " + held + " " + waiting);

    private void hear(String node, String shares, String counts) {
        peers.heard(Report.parse(Report.begin(node, 1) + "2 3 " + Part.WHOLE + " " + shares + " " + counts)
                .orElseThrow());
    }

    private static String counts(int downloads) {
        return text(Report.count(KEY, downloads, 1 << 20));
    }

    private String elsewhere() {
        Elsewhere elsewhere = new Elsewhere();
        peers.readCounts(KEY, elsewhere);
        return elsewhere.downloads + " " + elsewhere.subscribers;
    }

    private static String text(byte[] entry) {
        return new String(entry, StandardCharsets.US_ASCII);
    }

    @Test
    void aReportIsReadAsItWasWritten() {
        String shares =
                text(Report.share(KEY, false, Part.WHOLE, Part.WHOLE, 1)) + text(Report.share(0, true, 0, 0, 1L << 40));
        hear("other", shares, counts(5));
        Split global = new Split();
        peers.read(global, reader);
        assertThat(read).containsExactly(KEY + " false " + Part.WHOLE + " " + Part.WHOLE + " 1", "0 true 0 0 262143");
        assertThat(elsewhere()).isEqualTo("5 262143");
        assertThat(global.left()).isZero();
    }

    @Test
    void aNodeThatIsSilentForFiveRoundsIsDead() {
        hear("other", "", "");
        for (int round = 0; round < 5; round++) {
            peers.round();
            assertThat(peers.nodes()).isEqualTo(2);
        }
        peers.round();
        assertThat(peers.nodes()).isEqualTo(1);
        assertThat(peers.countsChanged()).isTrue();
    }

    @Test
    void countsStayUntilOthersAreTold() {
        hear("other", "", counts(5));
        assertThat(peers.countsChanged()).isTrue();
        hear("other", "", Report.AS_BEFORE);
        hear("other", "", counts(5));
        assertThat(peers.countsChanged()).isFalse();
        assertThat(elsewhere()).isEqualTo("5 262143");
        hear("other", "", "");
        assertThat(peers.countsChanged()).isTrue();
        assertThat(elsewhere()).isEqualTo("0 0");
    }

    @Test
    void aMessageOfAnotherFormatIsIgnored() {
        assertThat(Report.parse("2 other 1 0 0 -1  ")).isEmpty();
        assertThat(Report.parse("1 other 1 0 0 -1 ")).isEmpty();
        assertThat(Report.parse("1 other 1 0 0 x  ")).isEmpty();
        assertThat(Report.parse("1 other 1 0 0 -1  ")).isPresent();
    }
}
