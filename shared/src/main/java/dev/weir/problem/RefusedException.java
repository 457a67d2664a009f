package dev.weir.problem;

import java.io.Serial;

/** A request is refused, and the client is told why. Costs no stack trace. */
public final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Problem problem;

    public RefusedException(Problem problem) {
        super(problem.name(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
