package dev.weir.reactive.web;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;

/**
 * Refuses a page of another origin with a problem, as any other refusal. For the mapping that finds the controllers'
 * methods, whichever the style has. Thread-safe.
 */
public final class OriginRefusal extends DefaultCorsProcessor {
    /** @throws RefusedException always, with {@link Problem#OTHER_ORIGIN} */
    @Override
    protected void rejectRequest(ServerHttpResponse response) {
        throw new RefusedException(Problem.OTHER_ORIGIN);
    }
}
