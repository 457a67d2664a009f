package dev.weir.servlet;

import dev.weir.problem.RefusedException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
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
    @ExceptionHandler
    void refused(RefusedException e, HttpServletResponse response) throws IOException {
        ProblemResponse.write(response, e.problem());
    }
}
