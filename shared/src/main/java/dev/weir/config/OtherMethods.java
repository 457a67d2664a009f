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
    @RequestMapping("/files")
    void otherOfAll() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    /** Apart from {@link #otherOfAll}: of two handlers Spring prefers the one with more patterns, whatever its methods. */
    @RequestMapping("/files/{*path}")
    void otherOfOne() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    /** Said apart, since Spring would answer it by itself with everything that the others are mapped to. */
    @RequestMapping(path = "/files", method = RequestMethod.OPTIONS)
    void optionsOfAll() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    @RequestMapping(path = "/files/{*path}", method = RequestMethod.OPTIONS)
    void optionsOfOne() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }
}
