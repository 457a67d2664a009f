package dev.weir.events;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/**
 * One thread appends more than the log keeps, another reads from its cursor: each event comes once, in order, or a gap
 * tells of it.
 */
@JCStressTest
@Outcome(id = "4, 0", expect = Expect.ACCEPTABLE, desc = "All came, or were told of.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An event was lost without a gap, or came twice, or too early.")
@State
public class EventLogStress {
    private static final Topics ALL = Topics.of(List.of());

    private final EventLog log = new EventLog("e", 2, Long.MAX_VALUE);
    private final Account account = new Account();

    /** For jcstress. */
    public EventLogStress() {}

    private void read() {
        account.take(log.read(account.cursor, ALL, 10, Long.MAX_VALUE));
    }

    /** Appends four. */
    @Actor
    public void appends() {
        for (int event = 0; event < 4; event++) {
            log.append("a", null, "");
        }
    }

    /** Reads what there is. */
    @Actor
    public void reads() {
        for (int read = 0; read < 4; read++) {
            read();
        }
    }

    /** Reads the rest when all have gone. */
    @Arbiter
    public void left(JI_Result result) {
        read();
        result.r1 = account.cursor;
        result.r2 = account.wrong;
    }
}
