package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventLogTest {
    private static final long MUCH = Long.MAX_VALUE;
    private static final long ELSEWHERE = -1;
    private static final Topics ALL = Topics.of(List.of());

    private final EventLog log = new EventLog("e7", 3, MUCH);

    @Test
    void e01_idsAreEpochAndNumberAndGrowByOne() {
        assertThat(log.last()).isZero();
        assertThat(log.append("a", null, "x")).isEqualTo("e7-1");
        assertThat(log.append("b", "t", "")).isEqualTo("e7-2");
        assertThat(log.last()).isEqualTo(2);
        assertThat(log.cursor("e7-1")).isEqualTo(1);
        assertThat(log.cursor("e7-2")).isEqualTo(2);
        assertThat(log.cursor("e7-0")).as("before the first").isZero();
    }

    @Test
    void e03_theIdOfAnEventThatIsNotKeptAnyMoreIsStillKnown() {
        append(10);
        assertThat(log.cursor("e7-1")).isEqualTo(1);
    }

    /** An id with another epoch, without an epoch, with a future number or with a wrong form must count as unknown. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "e7",
                "e7-",
                "-1",
                "1",
                "e6-1",
                "e77-1",
                "E7-1",
                "e7-11",
                "e7-9223372036854775807",
                "e7-9223372036854775808",
                "e7--1",
                "e7--0",
                "e7-+1",
                "e7-01",
                "e7- 1",
                "e7-1 ",
                " e7-1",
                "e7-1\n",
                "e7-1.0",
                "e7-0x1",
                "e7-\u0661",
                "e7-\uff11",
                "e7-1-1",
                "e7\u20131",
                "\0"
            })
    void e04_anyOtherIdIsElsewhere(String id) {
        append(10);
        assertThat(log.cursor(id)).isEqualTo(ELSEWHERE);
    }

    @Test
    void e04_aReaderThatNamesAnEventFromElsewhereIsToldOfAnotherEpoch() {
        append(2);
        Batch batch = read(log.cursor("e6-2"));
        assertThat(batch.size()).isEqualTo(3);
        assertGap(batch, "e7-0", "e7-1", "epoch");
        assertThat(batch.next()).isEqualTo(2);
    }

    @Test
    void e04_aReaderThatIsTooLateIsToldThatTheLogWasTrimmed() {
        append(10);
        Batch batch = read(log.cursor("e7-5"));
        assertThat(batch.size()).isEqualTo(4);
        assertGap(batch, "e7-7", "e7-8", "trimmed");
        assertThat(read(log.cursor("e7-7")).size()).as("not yet too late").isEqualTo(3);
    }

    @Test
    void e04_theGapOfALogThatIsEmptyKnowsNoFirst() {
        Batch batch = read(ELSEWHERE);
        assertThat(batch.size()).isOne();
        assertGap(batch, "e7-0", null, "epoch");
        assertThat(batch.next()).isZero();
        assertThat(read(batch.next()).size()).as("the gap is reported once").isZero();
    }

    @Test
    void l05_aGapIsOneOfAsManyEventsAsWereAskedFor() {
        append(10);
        Batch gap = log.read(2, Topics.of(List.of("nothing")), 1, MUCH);
        assertThat(gap.size()).isOne();
        assertGap(gap, "e7-7", "e7-8", "trimmed");
        assertThat(log.read(gap.next(), ALL, 1, MUCH).cursor()).isEqualTo("e7-8");
    }

    private static void assertGap(Batch batch, String id, @Nullable String first, String reason) {
        JsonNode gap = JsonMapper.shared().readTree(batch.json()).get(0);
        assertThat(gap.get("id").asString()).isEqualTo(id);
        assertThat(gap.get("type").asString()).isEqualTo("gap");
        assertThat(gap.get("topic").isNull()).isTrue();
        JsonNode data = JsonMapper.shared().readTree(gap.get("data").asString());
        assertThat(data.propertyNames()).containsExactlyInAnyOrder("first", "reason");
        assertThat(data.get("reason").asString()).isEqualTo(reason);
        assertThat(data.get("first").isNull()).isEqualTo(first == null);
        assertThat(first == null || data.get("first").asString().equals(first)).isTrue();
    }

    @Test
    void e07_theLastEventIsKeptHoweverBigItIs() {
        EventLog small = new EventLog("e", 100, 1);
        small.append("a", null, "1");
        small.append("a", null, "2".repeat(10_000));
        assertThat(small.read(1, ALL, 10, 1).cursor()).isEqualTo("e-2");
        assertThat(small.read(1, ALL, 10, 1).size()).isOne();
        assertThat(small.read(0, ALL, 10, MUCH).size()).as("gap, and the last").isEqualTo(2);
    }

    @Test
    void e08_anEventIsPutIntoBytesOnceHoweverOftenItIsRead() {
        append(3);
        for (int reader = 0; reader < 100; reader++) {
            assertThat(read(0).sse()).isNotEmpty();
            assertThat(read(ELSEWHERE).json()).as("a gap is no published event").isNotEmpty();
        }
        assertThat(log.encoded()).isEqualTo(3);
        assertThat(log.read(0, ALL, 1, MUCH).sse())
                .isSameAs(log.read(0, Topics.of(List.of("a")), 1, MUCH).sse());
    }

    @Test
    void e03_aListenerIsCalledAfterEachAppendUntilItIsRemoved() {
        List<Long> first = new ArrayList<>();
        List<Long> second = new ArrayList<>();
        Runnable remove = log.listen(() -> first.add(log.last()));
        Runnable other = log.listen(() -> second.add(log.last()));
        append(2);
        remove.run();
        append(1);
        remove.run();
        other.run();
        append(1);
        assertThat(first).containsExactly(1L, 2L);
        assertThat(second).containsExactly(1L, 2L, 3L);
    }

    private void append(int events) {
        for (int event = 0; event < events; event++) {
            log.append("a", null, "x");
        }
    }

    private Batch read(long after) {
        return log.read(after, ALL, Integer.MAX_VALUE, MUCH);
    }
}
