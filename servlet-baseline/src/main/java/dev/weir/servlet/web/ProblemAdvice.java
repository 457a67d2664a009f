package dev.weir.servlet.web;

import dev.weir.access.RequestIds;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Turns exceptions of controller methods into problems (RFC 9457). Writes them directly to the response. If a method of
 * this class returned a {@code ResponseEntity} instead, Spring MVC could add {@code Content-Disposition} because of a
 * file extension in the path.
 *
 * <p>Spring's own exceptions, for example for an unknown path, become problems with the id of the request.
 */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final DisconnectSweep disconnectSweep;

    ProblemAdvice(DisconnectSweep disconnectSweep) {
        this.disconnectSweep = disconnectSweep;
    }

    @ExceptionHandler
    void refused(RefusedException e, HttpServletResponse response) throws IOException {
        disconnectSweep.refused(e.problem());
        ProblemResponse.write(response, e.problem().status(), e.json(), e.fields());
    }

    /** Answers a request whose query string Tomcat cannot parse. */
    @ExceptionHandler
    void malformed(InvalidParameterException e, HttpServletResponse response) throws IOException {
        ProblemResponse.write(response, Problem.MALFORMED_QUERY);
    }

    @ExceptionHandler
    void failed(CompletionException e, HttpServletResponse response) throws IOException {
        answer(e.getCause() == null ? e : e.getCause(), response);
    }

    /**
     * Answers with status 500. If the response has begun, throws {@code e} again, so that Tomcat closes the connection.
     */
    @ExceptionHandler
    void failed(RuntimeException e, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            throw e;
        }
        log.error(
                "The request {} failed unexpectedly; it is answered with 500", response.getHeader(RequestIds.FIELD), e);
        ProblemResponse.write(response, Problem.INTERNAL);
    }

    /** If the response has begun, returns null without the warning that the overridden method would log. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        boolean begun = request instanceof ServletWebRequest web
                && web.getResponse() != null
                && web.getResponse().isCommitted();
        return begun ? null : super.handleExceptionInternal(e, body, headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (body instanceof ProblemDetail problem
                && request instanceof ServletWebRequest web
                && web.getResponse() != null) {
            problem.setProperty("requestId", web.getResponse().getHeader(RequestIds.FIELD));
        }
        return super.createResponseEntity(body, headers, status, request);
    }

    /** Answers a request that fails after its controller method has returned, for example while the body is read. */
    void answer(Throwable e, HttpServletResponse response) throws IOException {
        switch (e) {
            case RefusedException refused -> refused(refused, response);
            case InvalidParameterException malformed -> malformed(malformed, response);
            case IOException left -> throw left;
            case RuntimeException failed -> failed(failed, response);
            default -> failed(new IllegalStateException(e), response);
        }
    }
}
