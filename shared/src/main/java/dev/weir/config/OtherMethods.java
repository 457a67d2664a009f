package dev.weir.config;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Refuses every method that {@code /files} does not have; GET and HEAD are mapped more exactly elsewhere. */
@RestController
@SuppressWarnings("DoNotCallSuggester") // Spring is the caller, and handles it
public final class OtherMethods {
    @RequestMapping("/files/{*path}")
    void other() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    /** Said apart, since Spring would answer it by itself with everything that {@link #other} is mapped to. */
    @RequestMapping(path = "/files/{*path}", method = RequestMethod.OPTIONS)
    void options() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }
}
