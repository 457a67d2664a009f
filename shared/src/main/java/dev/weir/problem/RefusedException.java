package dev.weir.problem;

import java.io.Serial;
import java.util.Map;

/** Thrown to refuse a request with a {@link Problem}. It has no stack trace, because refusals must be cheap. */
public final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Problem problem;
    private final transient Map<String, String> fields;

    public RefusedException(Problem problem) {
        this(problem, problem.fields());
    }

    /** @param fields the header fields of the response, instead of {@link Problem#fields} */
    public RefusedException(Problem problem, Map<String, String> fields) {
        super(problem.name(), null, false, false);
        this.problem = problem;
        this.fields = Map.copyOf(fields);
    }

    public Problem problem() {
        return problem;
    }

    /** Returns the header fields of the response, but not {@code Content-Type}. */
    public Map<String, String> fields() {
        return fields;
    }
}
