package dev.weir.problem;

import java.io.Serial;
import java.util.Map;

/** Thrown when a request is refused. Carries the problem to answer. Has no stack trace, so it is cheap. */
public final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Problem problem;
    private final transient Map<String, String> fields;

    public RefusedException(Problem problem) {
        this(problem, problem.fields());
    }

    /** @param fields header fields of this one answer, instead of the problem's own */
    public RefusedException(Problem problem, Map<String, String> fields) {
        super(problem.name(), null, false, false);
        this.problem = problem;
        this.fields = Map.copyOf(fields);
    }

    public Problem problem() {
        return problem;
    }

    /** Header fields of the answer besides the media type. */
    public Map<String, String> fields() {
        return fields;
    }
}
