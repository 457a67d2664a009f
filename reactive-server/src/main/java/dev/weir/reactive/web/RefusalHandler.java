package dev.weir.reactive.web;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.netty.Outflow;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * Answers a request that fails outside a controller method, for example a CORS preflight. Spring itself handles the
 * exceptions that have their own HTTP status. Thread-safe.
 */
@Component
@Order(-2) // before Spring Boot's handler, which does not write problems
class RefusalHandler implements WebExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(RefusalHandler.class);

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (failure instanceof AbortedException) {
            return Mono.empty(); // the client has left; WebFlux would log an error
        }
        if (exchange.getResponse().isCommitted() && failure instanceof RefusedException) {
            return Outflow.cutOff(exchange.getResponse()); // Reactor Netty would log an error
        }
        if (exchange.getResponse().isCommitted() || failure instanceof ErrorResponse) {
            return Mono.error(failure);
        }
        if (failure instanceof RefusedException refused) {
            refused.fields().forEach(exchange.getResponse().getHeaders()::set);
            return write(exchange.getResponse(), refused.problem());
        }
        String id = RequestStart.id(exchange.getResponse());
        log.error("The request {} failed unexpectedly; it is answered with 500", id, failure);
        return write(exchange.getResponse(), Problem.INTERNAL);
    }

    static Mono<Void> write(ServerHttpResponse response, Problem problem) {
        byte[] body = Problem.withId(problem.json(), RequestStart.id(response)).getBytes(StandardCharsets.UTF_8);
        response.setRawStatusCode(problem.status());
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }
}
