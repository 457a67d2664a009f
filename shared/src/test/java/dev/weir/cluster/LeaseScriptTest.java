package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.contract.RedisServer;
import dev.weir.throttle.Seeds;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** T03 over nodes: the script that shares one rate, with simulated nodes, on a clock that the test moves. */
class LeaseScriptTest {
    private static final long RATE = 1_000_000;

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private static final RedisLink LINK = Links.to(REDIS);

    private long millis = 1_000_000_000;
    private final ManualTable table = new ManualTable(LINK, ManualTable.TEXT, () -> millis);
    private final ScriptedNode one = new ScriptedNode(table, "one");
    private final ScriptedNode other = new ScriptedNode(table, "other");

    @AfterAll
    static void disconnect() {
        LINK.close();
    }

    @BeforeEach
    void forget() {
        REDIS.forget();
    }

    private static Claim hungry(long downloads) {
        return new Claim(RATE, 0, downloads, downloads, (int) downloads, 0, true);
    }

    private static Claim content(long bytes) {
        return new Claim(RATE, bytes, 0, 1, 1, 0, true);
    }

    /** Both nodes claim, twice in each slice, so that what one leaves reaches the other. */
    private void rounds(Claim ofOne, Claim ofOther) {
        for (int i = 0; i < 4; i++) {
            millis += 50;
            one.claim(ofOne);
            other.claim(ofOther);
        }
    }

    @Test
    void t03_aNodeAloneHasTheWholeRate() {
        one.claim(content(1));
        assertThat(one.lease()).isEqualTo(new Lease(RATE, Double.POSITIVE_INFINITY, 0, 0, 0, 0));
        one.claim(hungry(3));
        assertThat(one.lease().rate()).isEqualTo(RATE);
    }

    @Test
    void t03_hungryNodesShareByTheirDownloads() {
        rounds(hungry(1), hungry(3));
        assertThat(one.lease()).isEqualTo(new Lease(RATE / 4, RATE / 4.0, 3, 3, 0, 1));
        assertThat(other.lease()).isEqualTo(new Lease(RATE * 3 / 4, RATE / 4.0, 1, 1, 0, 1));
    }

    @Test
    void t02_whatOneNodeDoesNotUseTheOtherGets() {
        rounds(content(100_000), hungry(2));
        assertThat(one.lease().rate()).isEqualTo(100_000);
        assertThat(other.lease().rate()).isEqualTo(900_000);
    }

    @Test
    void t02_whatNobodyNeedsIsSharedEvenly() {
        rounds(content(100_000), content(200_000));
        assertThat(one.lease().rate()).isEqualTo(450_000);
        assertThat(other.lease().rate()).isEqualTo(550_000);
    }

    /** If this fails, check that a level of 0 tells the nodes that they must share by hunger. */
    @Test
    void t03_whoNeedsMoreThanThereIsIsToldSo() {
        rounds(content(900_000), content(600_000));
        assertThat(one.lease().rate()).isEqualTo(600_000);
        assertThat(other.lease().rate()).isEqualTo(400_000);
        assertThat(other.lease().level()).isZero();
    }

    @Test
    void t03_theLeaseOfADeadNodeEnds() {
        one.claim(hungry(1));
        millis += ScriptedNode.LIFE_MILLIS - 1;
        other.claim(hungry(1));
        assertThat(other.lease().rate()).isZero();
        millis += 1;
        other.claim(hungry(1));
        assertThat(other.lease()).isEqualTo(new Lease(RATE, RATE, 0, 0, 0, 0));
    }

    /** If this fails, check that a name never comes back: its old leases would hold again. */
    @Test
    void t03_aNodeThatWasDeadMustComeBackUnderANewName() {
        one.claim(hungry(1));
        millis += ScriptedNode.LIFE_MILLIS;
        other.claim(hungry(1));
        assertThat(one.claim(hungry(1))).isZero();
        assertThat(one.live()).isZero();
        other.claim(hungry(1));
        assertThat(other.lease().rate()).isEqualTo(RATE);
    }

    @Test
    void t03_aNodeThatIsAloneIsWokenWhenAnotherComes() {
        one.claim(hungry(1));
        one.live();
        assertThat(one.isWoken()).isFalse();
        millis += 1;
        other.claim(hungry(1));
        assertThat(one.live()).isEqualTo(2);
        assertThat(one.isWoken()).isTrue();
        one.claim(hungry(1));
        millis += 1;
        other.claim(hungry(1));
        one.live();
        assertThat(one.isWoken()).as("it renews by itself now").isFalse();
        assertThat(other.lease().rate()).isEqualTo(RATE / 2);
    }

    /** If this fails, check that an idle node learns of counts that change, and only of those. */
    @Test
    void d15_aNodeWithoutDownloadsIsWokenByAChangeOfCounts() {
        Claim idle = new Claim(RATE, 0, 0, 0, 0, 5, false);
        one.claim(idle);
        millis += 1;
        other.claim(hungry(1));
        one.live();
        assertThat(one.isWoken()).isTrue();
        one.claim(idle);
        assertThat(one.lease()).isEqualTo(new Lease(0, Double.POSITIVE_INFINITY, 1, 1, 0, 1));
        millis += 1;
        other.claim(hungry(1));
        assertThat(other.lease().rate()).as("an idle node holds nothing").isEqualTo(RATE);
        assertThat(other.lease().subscribers()).isEqualTo(5);
        one.live();
        assertThat(one.isWoken()).isFalse();
        millis += 1;
        other.claim(hungry(2));
        one.live();
        assertThat(one.isWoken()).isTrue();
    }

    @Test
    void t03_aLeaseThatIsGivenBackIsFree() {
        one.claim(hungry(1));
        one.claim(Claim.END);
        other.claim(hungry(1));
        assertThat(other.lease()).isEqualTo(new Lease(RATE, RATE, 0, 0, 0, 0));
    }

    @Test
    void t01_theLeasesOfAllNodesNeverExceedTheRate() {
        neverExceedTheRate(ManualTable.TEXT);
    }

    /** The planted faults: a lease that others still have, and a node that comes back with its old leases. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"math.min(target, rate - taken) | target", "not alive[me] and ARGV[2] ~= '1' | false"},
            quoteCharacter = '"')
    void t01_aBrokenScriptIsCaught(String right, String wrong) {
        assertThat(ManualTable.TEXT).contains(right);
        String broken = ManualTable.TEXT.replace(right, wrong);
        assertThatThrownBy(() -> neverExceedTheRate(broken)).isInstanceOf(AssertionError.class);
    }

    private void neverExceedTheRate(String text) {
        Seeds.forEach(20, random -> {
            REDIS.forget();
            ManualTable played = new ManualTable(LINK, text, () -> millis);
            Map<Integer, ScriptedNode> nodes = new HashMap<>();
            for (int step = 0; step < 200; step++) {
                millis += random.nextInt(10) == 0 ? random.nextInt(800) : random.nextInt(60);
                int number = random.nextInt(5);
                ScriptedNode node =
                        nodes.computeIfAbsent(number, _ -> new ScriptedNode(played, "n" + random.nextLong()));
                int alive = random.nextInt(3) == 0 ? node.live() : node.claim(anyClaim(random));
                if (alive == 0) {
                    nodes.remove(number);
                }
                assertThat(leased(nodes.values())).isLessThanOrEqualTo(RATE);
            }
        });
    }

    private long leased(Collection<ScriptedNode> nodes) {
        return nodes.stream()
                .filter(node -> millis - node.heardMillis() < ScriptedNode.LIFE_MILLIS)
                .mapToLong(node -> node.lease().rate())
                .sum();
    }

    private static Claim anyClaim(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Claim.END;
            case 1 -> content(random.nextLong(RATE));
            default -> hungry(1 + random.nextInt(9));
        };
    }
}
