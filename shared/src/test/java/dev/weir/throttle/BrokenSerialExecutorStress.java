package dev.weir.throttle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The control: what {@link SerialExecutorStress} does, with a {@link BrokenSerialExecutor}. If this one passes, a {@link SerialExecutor} that
 * loses tasks would pass too.
 */
@JCStressTest
@Outcome(id = "4, 4", expect = Expect.ACCEPTABLE, desc = "Each task ran, and the last turn saw them all.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A task was lost, or ran beside another, or had no turn after it.")
@State
public class BrokenSerialExecutorStress {
    private final BrokenSerialExecutor serial = new BrokenSerialExecutor(this::turn);
    private int ran;
    private int seenByTurn;

    /** For jcstress. */
    public BrokenSerialExecutorStress() {}

    private void task() {
        ran++;
    }

    private void turn() {
        seenByTurn = ran;
    }

    /** Hands over two tasks. */
    @Actor
    public void first() {
        serial.execute(this::task);
        serial.execute(this::task);
    }

    /** Hands over two tasks. */
    @Actor
    public void second() {
        serial.execute(this::task);
        serial.execute(this::task);
    }

    /** Sees what is left when all have gone. */
    @Arbiter
    public void left(II_Result result) {
        result.r1 = ran;
        result.r2 = seenByTurn;
    }
}
