package dev.weir.throttle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads give tasks to a {@link SerialExecutor}. Each task runs once, never two at a time, and a turn follows the
 * last one. Tasks and turn write plain fields, so both a lost task and missing memory order show.
 */
@JCStressTest
@Outcome(id = "4, 4", expect = Expect.ACCEPTABLE, desc = "Each task ran, and the last turn saw them all.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A task was lost, or ran beside another, or had no turn after it.")
@State
public class SerialExecutorStress {
    private final SerialExecutor serial = new SerialExecutor(this::turn);
    private int ran;
    private int seenByTurn;

    /** For jcstress. */
    public SerialExecutorStress() {}

    private void task() {
        ran++;
    }

    private void turn() {
        seenByTurn = ran;
    }

    /** Adds two tasks. */
    @Actor
    public void first() {
        serial.execute(this::task);
        serial.execute(this::task);
    }

    /** Adds two tasks. */
    @Actor
    public void second() {
        serial.execute(this::task);
        serial.execute(this::task);
    }

    /** Reads the counts after both actors have ended. */
    @Arbiter
    public void left(II_Result result) {
        result.r1 = ran;
        result.r2 = seenByTurn;
    }
}
