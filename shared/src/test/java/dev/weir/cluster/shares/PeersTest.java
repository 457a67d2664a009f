package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.shares.Report.Claim;
import dev.weir.throttle.ShareLimits.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static final long KEY = (1L << Report.KEY_BITS) - 2;

    private final Peers peers = new Peers();
    private final List<Long> told = new ArrayList<>();

    private void hear(int number, String shares, String counts) {
        String message = Report.begin("other", number, false) + "2 3 " + Part.WHOLE + " " + shares + " " + counts;
        peers.heard(Report.parse(message).orElseThrow(), told::add);
    }

    private static String counts(int downloads) {
        return text(Report.count(KEY, new Report.Counts(downloads, 1 << 20)));
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
        Claim claim = new Claim(false, Part.WHOLE, Part.WHOLE, 1);
        Claim large = new Claim(true, 0, 0, 1L << 40);
        String shares = text(Report.share(KEY, claim)) + text(Report.share(0, large));
        Map<Long, Claim> read = new HashMap<>();
        Report.readShares(shares, read::put);
        assertThat(read).isEqualTo(Map.of(KEY, claim, 0L, new Claim(true, 0, 0, (1 << 18) - 1)));
        hear(1, shares, counts(5));
        assertThat(told).containsExactlyInAnyOrder(KEY, 0L);
        assertThat(elsewhere()).isEqualTo("5 262143");
        Split global = new Split();
        peers.read(global);
        assertThat(global.left()).isZero();
    }

    @Test
    void aNodeIsKnownUntilAMessageIsLost() {
        hear(1, Report.AS_BEFORE, "");
        assertThat(peers.areKnown()).as("the first message does not tell all").isFalse();
        hear(2, "", "");
        hear(3, Report.AS_BEFORE, "");
        assertThat(peers.areKnown()).isTrue();
        hear(5, Report.AS_BEFORE, "");
        assertThat(peers.areKnown())
                .as("message 4 may have told something else")
                .isFalse();
        hear(6, Report.AS_BEFORE, "");
        assertThat(peers.areKnown()).isFalse();
        hear(7, "", "");
        assertThat(peers.areKnown()).isTrue();
    }

    /**
     * A lost message may have contained a new list of shares or a new list of counts. So {@link Peers#areKnown} must
     * return false until later messages have contained both lists.
     */
    @Test
    void aNodeIsKnownOnlyIfItsSharesAndItsCountsAre() {
        hear(1, "", Report.AS_BEFORE);
        assertThat(peers.areKnown()).as("without the counts").isFalse();
        hear(2, Report.AS_BEFORE, "");
        assertThat(peers.areKnown()).isTrue();
        hear(4, "", Report.AS_BEFORE);
        assertThat(peers.areKnown()).as("message 3 may have told other counts").isFalse();
        hear(5, Report.AS_BEFORE, "");
        assertThat(peers.areKnown()).isTrue();
        hear(7, Report.AS_BEFORE, "");
        assertThat(peers.areKnown()).as("message 6 may have told other shares").isFalse();
    }

    @Test
    void aNodeThatIsSilentForSevenRoundsIsDead() {
        hear(1, "", "");
        for (int round = 0; round < 6; round++) {
            peers.round();
            assertThat(peers.nodes()).isEqualTo(2);
        }
        peers.round();
        assertThat(peers.nodes()).isEqualTo(1);
        assertThat(peers.countsChanged()).isTrue();
    }

    /** A node that rests must soon notice new nodes, new counts, lost messages, and nodes that may have died. */
    @Test
    void itIsCalmUntilANodeTellsOrMissesSomething() {
        hear(1, "", "");
        assertThat(peers.areCalm()).as("a new node").isFalse();
        peers.round();
        assertThat(peers.areCalm()).isTrue();
        peers.round();
        assertThat(peers.areCalm()).as("silent for two rounds").isFalse();
        hear(2, Report.AS_BEFORE, Report.AS_BEFORE);
        assertThat(peers.areCalm()).isTrue();
        hear(3, Report.AS_BEFORE, counts(5));
        assertThat(peers.areCalm()).as("new counts").isFalse();
        assertThat(peers.countsChanged()).isTrue();
        assertThat(peers.areCalm()).isTrue();
        hear(5, Report.AS_BEFORE, Report.AS_BEFORE);
        assertThat(peers.areCalm()).as("a lost message").isFalse();
    }

    @Test
    void countsStayUntilOthersAreTold() {
        hear(1, "", counts(5));
        assertThat(peers.countsChanged()).isTrue();
        hear(1, "", Report.AS_BEFORE);
        hear(1, "", counts(5));
        assertThat(peers.countsChanged()).isFalse();
        assertThat(elsewhere()).isEqualTo("5 262143");
        hear(1, "", "");
        assertThat(peers.countsChanged()).isTrue();
        assertThat(elsewhere()).isEqualTo("0 0");
    }

    @Test
    void aMessageOfAnotherFormatIsIgnored() {
        assertThat(Report.parse("4 other 1 - 0 0 -1  ")).isEmpty();
        assertThat(Report.parse("3 other 1 - 0 0 -1 ")).isEmpty();
        assertThat(Report.parse("3 other 1 - 0 0 x  ")).isEmpty();
        assertThat(Report.parse("3 other 1 - 0 0 -1  ")).isPresent();
    }
}
