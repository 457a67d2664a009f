package dev.weir.servlet.web;

import dev.weir.access.RequestIds;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Sends a problem (RFC 9457) instead of Spring Boot's own JSON when a request fails outside the controllers. */
@RestController
class ErrorRoute implements ErrorController {
    @RequestMapping("/error")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request, HttpServletResponse response) {
        // A client may request /error itself, without an error.
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatus status = HttpStatus.valueOf(code instanceof Integer number ? number : 404);
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setProperty("requestId", response.getHeader(RequestIds.FIELD));
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
