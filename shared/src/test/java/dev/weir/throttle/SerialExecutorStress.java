package dev.weir.throttle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads hand tasks to a {@link SerialExecutor}: each runs once, never two at a time, and a turn follows the last. Tasks
 * and turn touch plain fields, so that both a lost task and an unordered one show.
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
