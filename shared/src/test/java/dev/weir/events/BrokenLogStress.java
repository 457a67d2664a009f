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
 * Runs the test of {@link EventLogStress} on a {@link BrokenLog}. The test must fail. This shows that {@link
 * EventLogStress} can detect lost events.
 */
@JCStressTest
@Outcome(id = "16, 0", expect = Expect.ACCEPTABLE, desc = "Each event came once, or a gap reported it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An event was lost without a gap, or came twice, or too early.")
@State
public class BrokenLogStress {
    private static final int EVENTS = 16;
    private static final int READS = 64;

    private final BrokenLog log = new BrokenLog();
    private final List<Batch> batches = new ArrayList<>();
    private long cursor;

    public BrokenLogStress() {}

    private void read() {
        Batch batch = log.read(cursor);
        batches.add(batch);
        cursor = batch.next();
    }

    @Actor
    public void appends() {
        for (int event = 0; event < EVENTS; event++) {
            log.append("a", "");
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
