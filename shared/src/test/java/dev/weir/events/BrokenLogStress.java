package dev.weir.events;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/**
 * The control: what {@link EventLogStress} does, with a {@link BrokenLog}. If this one passes, an {@link EventLog} that
 * loses events would pass too.
 */
@JCStressTest
@Outcome(id = "4, 0", expect = Expect.ACCEPTABLE, desc = "All came, or were told of.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An event was lost without a gap, or came twice, or too early.")
@State
public class BrokenLogStress {
    private final BrokenLog log = new BrokenLog();
    private final Account account = new Account();

    /** For jcstress. */
    public BrokenLogStress() {}

    private void read() {
        account.take(log.read(account.cursor));
    }

    /** Appends four. */
    @Actor
    public void appends() {
        for (int event = 0; event < 4; event++) {
            log.append("a", "");
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
