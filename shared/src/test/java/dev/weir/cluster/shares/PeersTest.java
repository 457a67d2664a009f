package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.throttle.ShareLimits.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static final long KEY = (1L << Report.KEY_BITS) - 2;

    private final Peers peers = new Peers();
    private final List<String> read = new ArrayList<>();

    private final Report.Reader reader = new Report.Reader() {
        @Override
        public void share(long key, boolean isHungry, long need, long held, long waiting) {
            read.add(key + " " + isHungry + " " + need + " " + held + " " + waiting);
        }

        @Override
        public void count(long key, int downloads, int subscribers) {
            read.add(key + " " + downloads + " " + subscribers);
        }
    };

    private void hear(String node, String shares, String counts) {
        peers.heard(Report.parse(Report.begin(node, 1) + "2 3 " + Part.WHOLE + " " + shares + " " + counts)
                .orElseThrow());
    }

    private static String counts(int downloads) {
        StringBuilder text = new StringBuilder();
        Report.putCounts(text, KEY, downloads, 1 << 20);
        return text.toString();
    }

    @Test
    void aReportIsReadAsItWasWritten() {
        StringBuilder shares = new StringBuilder();
        Report.putShare(shares, KEY, false, Part.WHOLE, Part.WHOLE, 1);
        Report.putShare(shares, 0, true, 0, 0, 1L << 40);
        hear("other", shares.toString(), counts(5));
        Split global = new Split();
        peers.read(global, reader);
        peers.readCounts(reader);
        assertThat(read)
                .containsExactly(
                        KEY + " false " + Part.WHOLE + " " + Part.WHOLE + " 1", "0 true 0 0 262143", KEY + " 5 262143");
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
        peers.readCounts(reader);
        assertThat(read).containsExactly(KEY + " 5 262143");
        hear("other", "", "");
        assertThat(peers.countsChanged()).isTrue();
    }

    @Test
    void aMessageOfAnotherFormatIsIgnored() {
        assertThat(Report.parse("2 other 1 0 0 -1  ")).isEmpty();
        assertThat(Report.parse("1 other 1 0 0 -1 ")).isEmpty();
        assertThat(Report.parse("1 other 1 0 0 x  ")).isEmpty();
        assertThat(Report.parse("1 other 1 0 0 -1  ")).isPresent();
    }
}
