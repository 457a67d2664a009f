package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests a node's copy of an event log that several nodes share. A client must get all events (E03), or a gap event that
 * reports a loss (E04).
 */
class CopiedLogTest {
    private static final int HISTORY = 20;
    private static final Topics ALL = Topics.of(List.of());

    private final EventLog log = EventLog.ofSeveral(HISTORY, 1_000_000);

    CopiedLogTest() {
        log.restart(Map.of("e1", 1L), 1);
    }

    /** A client has the id of an event that this node has not read yet. The client must not get a gap event. */
    @Test
    void e03_aCursorThatThisNodeHasNotReadYetIsNoGap() {
        long cursor = log.cursor("e1-2");
        assertThat(read(cursor)).isEmpty();
        copy("e1", 1, 3);
        assertThat(ids(cursor)).containsExactly("e1-3");
        assertThat(log.cursor("e1-" + (3 + HISTORY + 1))).isNegative();
        assertThat(log.cursor("another-4")).isNegative();
    }

    /**
     * The event ids e1-1, e1-2 and so on belong to the epoch e1. The next epoch, e2, begins with number 5, so e1 ends
     * with e1-4. The store has lost e1-5. A client with the id e1-5 must get a gap event.
     */
    @Test
    void e04_anEventThatTheStoreLostIsAGap() {
        copy("e1", 1, 3);
        assertThat(log.begin("e2", 5, 1)).isTrue();
        assertThat(log.cursor("e1-4")).isEqualTo(4);
        assertThat(log.cursor("e1-5")).isNegative();
        assertThat(log.cursor("e2-6")).isEqualTo(6);
        copy("e1", 4, 4);
        copy("e2", 5, 7);
        assertThat(ids(log.cursor("e1-4"))).containsExactly("e2-5", "e2-6", "e2-7");
    }

    /**
     * The log accepts the id of an event that it has not read yet. The store then loses this event. The client must get
     * a gap event, even if other events follow.
     */
    @Test
    void e04_aCursorAtALostEventThatWasAdmittedIsAGap() {
        copy("e1", 1, 3);
        long lost = log.cursor("e1-5");
        assertThat(log.begin("e2", 4, 0)).isFalse();
        log.restart(new TreeMap<>(Map.of("e1", 1L, "e2", 4L)), 4);
        copy("e2", 4, 6);
        assertThat(ids(lost)).containsExactly("e1-3", "e2-4", "e2-5", "e2-6");
        assertThat(read(lost).getFirst().type()).isEqualTo(EventLog.GAP);
    }

    /** The log keeps one event of each of 200 epochs. An id of the oldest epoch must still be known. */
    @Test
    void e03_eventsOfManyEpochsAreKept() {
        EventLog many = EventLog.ofSeveral(200, 1_000_000);
        many.restart(Map.of("e1", 1L), 1);
        for (int number = 1; number <= 200; number++) {
            many.copy("e" + number, number, "topic", null, "event");
        }
        assertThat(many.cursor("e1-1")).isEqualTo(1);
        assertThat(many.read(1, ALL, 1, 1000).cursor()).isEqualTo("e2-2");
    }

    private void copy(String epoch, long first, long last) {
        for (long number = first; number <= last; number++) {
            log.copy(epoch, number, "topic", null, "event");
        }
    }

    private List<EventText> read(long after) {
        return log.read(after, ALL, 1000, Long.MAX_VALUE).texts();
    }

    private List<String> ids(long after) {
        return read(after).stream().map(EventText::id).toList();
    }
}
