package dev.weir.problem;

import java.io.Serial;
import java.util.Map;

/** A request is refused, and the client is told why. Costs no stack trace. */
public final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Problem problem;
    private final transient Map<String, String> fields;

    public RefusedException(Problem problem) {
        this(problem, problem.fields());
    }

    /** With fields of this one answer, instead of those that the problem always has. */
    public RefusedException(Problem problem, Map<String, String> fields) {
        super(problem.name(), null, false, false);
        this.problem = problem;
        this.fields = Map.copyOf(fields);
    }

    public Problem problem() {
        return problem;
    }

    /** What the answer carries besides its media type. */
    public Map<String, String> fields() {
        return fields;
    }
}
