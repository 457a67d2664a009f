package dev.weir.reactive.web;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;

/** Refuses requests from pages of forbidden origins (CORS). Sends a problem document (RFC 9457). Thread-safe. */
public final class OriginRefusal extends DefaultCorsProcessor {
    /** @throws RefusedException always, with {@link Problem#OTHER_ORIGIN} */
    @Override
    protected void rejectRequest(ServerHttpResponse response) {
        throw new RefusedException(Problem.OTHER_ORIGIN);
    }
}
