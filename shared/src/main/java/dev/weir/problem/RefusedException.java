package dev.weir.problem;

import java.io.Serial;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Thrown to refuse a request with a {@link Problem}. The exception has no stack trace, because refusals must be cheap.
 */
public final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Problem problem;
    private final transient Map<String, String> fields;
    private final @Nullable String detail;

    public RefusedException(Problem problem) {
        this(problem, problem.fields());
    }

    /** @param fields the header fields of the response; they replace {@link Problem#fields} */
    public RefusedException(Problem problem, Map<String, String> fields) {
        this(problem, fields, null);
    }

    /** @param detail says what is wrong in this request; it must not reveal anything about the host */
    public RefusedException(Problem problem, String detail) {
        this(problem, problem.fields(), detail);
    }

    private RefusedException(Problem problem, Map<String, String> fields, @Nullable String detail) {
        super(problem.name(), null, false, false);
        this.problem = problem;
        this.fields = Map.copyOf(fields);
        this.detail = detail;
    }

    public Problem problem() {
        return problem;
    }

    /** Returns the header fields of the response, but not {@code Content-Type}. */
    public Map<String, String> fields() {
        return fields;
    }

    /** Returns the body of the response, in the media type {@code application/problem+json}. */
    public String json() {
        return detail == null ? problem.json() : problem.json(detail);
    }
}
