package dev.weir.reactive;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers a request that a controller refused. */
@RestControllerAdvice
class ProblemAdvice {
    @ExceptionHandler
    ResponseEntity<String> refused(RefusedException e) {
        Problem problem = e.problem();
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(problem.status());
        problem.fields().forEach((name, value) -> answer.header(name, value));
        return answer.contentType(MediaType.APPLICATION_PROBLEM_JSON).body(problem.json());
    }
}
