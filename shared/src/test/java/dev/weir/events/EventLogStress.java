package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/**
 * One thread appends more events than the log keeps. Another thread reads them one after the other. Each event must
 * come once and in order, unless a gap reports that it is missing.
 */
@JCStressTest
@Outcome(id = "16, 0", expect = Expect.ACCEPTABLE, desc = "Each event came once, or a gap reported it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An event was lost without a gap, or came twice, or too early.")
@State
public class EventLogStress {
    private static final int EVENTS = 16;
    private static final int READS = 64;
    private static final Topics ALL = Topics.of(List.of());

    private final EventLog log = new EventLog("e", 1, Long.MAX_VALUE);
    private final List<Batch> batches = new ArrayList<>();
    private long cursor;

    public EventLogStress() {}

    private void read() {
        Batch batch = log.read(cursor, ALL, 10, Long.MAX_VALUE);
        batches.add(batch);
        cursor = batch.next();
    }

    @Actor
    public void appends() {
        for (int event = 0; event < EVENTS; event++) {
            log.append("a", null, "");
        }
    }

    @Actor
    public void reads() {
        for (int read = 0; read < READS; read++) {
            read();
        }
    }

    @Arbiter
    public void left(JI_Result result) {
        read();
        ReceivedEvents account = new ReceivedEvents();
        batches.forEach(account::take);
        result.r1 = account.cursor;
        result.r2 = account.wrong;
    }
}
