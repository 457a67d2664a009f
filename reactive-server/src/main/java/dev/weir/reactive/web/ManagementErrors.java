package dev.weir.reactive.web;

import dev.weir.problem.ManagementProblems;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Sends a problem (RFC 9457) for each request that Spring refuses on the management port. Spring calls this class on an
 * event loop. Thread-safe.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE) // before Spring Boot's own advice, whose problems have no type
class ManagementErrors {
    @ExceptionHandler
    ResponseEntity<String> refused(ErrorResponseException e) {
        int status = e.getStatusCode().value();
        return ResponseEntity.status(status)
                .headers(e.getHeaders())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ManagementProblems.json(status, e));
    }
}
