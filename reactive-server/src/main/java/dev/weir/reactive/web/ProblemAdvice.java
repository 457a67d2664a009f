package dev.weir.reactive.web;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * Answers with a problem document (RFC 9457) if a controller method has failed. Spring's own exceptions, such as the
 * one for an unknown path, become problem documents with the id of the request. Thread-safe.
 */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    @ExceptionHandler
    ResponseEntity<String> refused(RefusedException e, ServerWebExchange exchange) {
        return answer(exchange, e.problem().status(), e.json(), e.fields());
    }

    /** Answers with status 503 if an executor rejects a task. This happens when the server is stopping. */
    @ExceptionHandler
    ResponseEntity<String> rejected(RejectedExecutionException e, ServerWebExchange exchange) {
        return answer(exchange, Problem.OVERLOADED);
    }

    /**
     * Logs an unexpected error and answers with status 500. If the response has begun or the client has disconnected,
     * passes the error on instead. Netty then closes the connection.
     */
    @ExceptionHandler
    Mono<ResponseEntity<String>> failed(RuntimeException e, ServerWebExchange exchange) {
        if (exchange.getResponse().isCommitted() || e instanceof AbortedException) { // the client has left
            return Mono.error(e);
        }
        String id = RequestStart.id(exchange.getResponse());
        log.error("The request {} failed unexpectedly; it is answered with 500", id, e);
        return Mono.just(answer(exchange, Problem.INTERNAL));
    }

    @Override
    protected Mono<ResponseEntity<Object>> createResponseEntity(
            @Nullable Object body, @Nullable HttpHeaders headers, HttpStatusCode status, ServerWebExchange exchange) {
        if (body instanceof ProblemDetail problem) {
            problem.setProperty("requestId", RequestStart.id(exchange.getResponse()));
        }
        return super.createResponseEntity(body, headers, status, exchange);
    }

    private static ResponseEntity<String> answer(ServerWebExchange exchange, Problem problem) {
        return answer(exchange, problem.status(), problem.json(), problem.fields());
    }

    private static ResponseEntity<String> answer(
            ServerWebExchange exchange, int status, String json, Map<String, String> fields) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
        fields.forEach((name, value) -> answer.header(name, value));
        return answer.contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(Problem.withId(json, RequestStart.id(exchange.getResponse())));
    }
}
