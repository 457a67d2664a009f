package dev.weir.throttle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The same test as {@link SerialExecutorStress}, but of a {@link BrokenSerialExecutor}. This test must fail. Otherwise
 * {@link SerialExecutorStress} could not detect lost tasks.
 */
@JCStressTest
@Outcome(id = "4, 4", expect = Expect.ACCEPTABLE, desc = "Each task ran, and the last turn saw them all.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A task was lost, or ran beside another, or had no turn after it.")
@State
public class BrokenSerialExecutorStress {
    private final BrokenSerialExecutor serial = new BrokenSerialExecutor(this::turn);
    private int ran;
    private int seenByTurn;

    public BrokenSerialExecutorStress() {}

    private void task() {
        ran++;
    }

    private void turn() {
        seenByTurn = ran;
    }

    @Actor
    public void first() {
        serial.execute(this::task);
        serial.execute(this::task);
    }

    @Actor
    public void second() {
        serial.execute(this::task);
        serial.execute(this::task);
    }

    @Arbiter
    public void left(II_Result result) {
        result.r1 = ran;
        result.r2 = seenByTurn;
    }
}
