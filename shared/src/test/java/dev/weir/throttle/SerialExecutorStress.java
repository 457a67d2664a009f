package dev.weir.throttle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads add tasks to a {@link SerialExecutor}. Each task must run once, and never at the same time as another
 * task. When no task is left, the executor must run the callback {@code turn}. The tasks write plain fields, so the
 * test detects lost tasks as well as missing memory order.
 */
@JCStressTest
@Outcome(id = "4, 4", expect = Expect.ACCEPTABLE, desc = "Each task ran, and the last turn saw them all.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A task was lost, or ran beside another, or had no turn after it.")
@State
public class SerialExecutorStress {
    private final SerialExecutor serial = new SerialExecutor(this::turn);
    private int ran;
    private int seenByTurn;

    public SerialExecutorStress() {}

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
        if (!serial.executeIfIdle(this::task)) {
            serial.execute(this::task);
        }
        serial.execute(this::task);
    }

    @Arbiter
    public void left(II_Result result) {
        result.r1 = ran;
        result.r2 = seenByTurn;
    }
}
