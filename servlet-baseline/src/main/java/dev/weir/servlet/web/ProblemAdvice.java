package dev.weir.servlet.web;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers a request that a controller refused.
 *
 * <p>Not by a {@code ResponseEntity}: Spring MVC would name the problem a file for download, since the path may end
 * like one.
 */
@RestControllerAdvice
class ProblemAdvice {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final DisconnectSweep disconnectSweep;

    ProblemAdvice(DisconnectSweep disconnectSweep) {
        this.disconnectSweep = disconnectSweep;
    }

    @ExceptionHandler
    void refused(RefusedException e, HttpServletResponse response) throws IOException {
        disconnectSweep.refused(e.problem());
        ProblemResponse.write(response, e.problem(), e.fields());
    }

    /** Tomcat's word for a query that is none. */
    @ExceptionHandler
    void malformed(InvalidParameterException e, HttpServletResponse response) throws IOException {
        ProblemResponse.write(response, Problem.MALFORMED_QUERY);
    }

    /** A mistake of ours. Once the answer has begun it goes on to the container, which closes the connection. */
    @ExceptionHandler
    void failed(RuntimeException e, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            throw e;
        }
        log.error("a request failed", e);
        ProblemResponse.write(response, Problem.INTERNAL);
    }

    /** The same for a request whose controller has returned, and goes on with its body. */
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
