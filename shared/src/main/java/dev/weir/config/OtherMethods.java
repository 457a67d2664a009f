package dev.weir.config;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Map;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Refuses every method that a path does not have; those that it has are mapped more exactly elsewhere. */
@RestController
@SuppressWarnings("DoNotCallSuggester") // Spring is the caller, and handles it
public final class OtherMethods {
    private static final String EVENTS = "/events";
    private static final String SOAP = "/ws";

    /** What refuses a method of a path. */
    public static RefusedException refusal(String path) {
        return switch (path) {
            case EVENTS -> new RefusedException(Problem.METHOD_NOT_ALLOWED, Map.of("Allow", "GET, HEAD, POST"));
            case SOAP -> new RefusedException(Problem.METHOD_NOT_ALLOWED, Map.of("Allow", "POST"));
            default -> new RefusedException(Problem.METHOD_NOT_ALLOWED);
        };
    }

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

    /** Of the stream, to which events are also posted. */
    @RequestMapping(EVENTS)
    void otherOfEvents() {
        throw refusal(EVENTS);
    }

    @RequestMapping(path = EVENTS, method = RequestMethod.OPTIONS)
    void optionsOfEvents() {
        throw refusal(EVENTS);
    }

    @RequestMapping(SOAP)
    void otherOfSoap() {
        throw refusal(SOAP);
    }

    @RequestMapping(path = SOAP, method = RequestMethod.OPTIONS)
    void optionsOfSoap() {
        throw refusal(SOAP);
    }

    @RequestMapping("/ws/calc.wsdl")
    void otherOfDescription() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    @RequestMapping("/ws/calc.xsd")
    void otherOfSchema() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    @RequestMapping("/events/next")
    void otherOfNext() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    @RequestMapping(path = "/events/next", method = RequestMethod.OPTIONS)
    void optionsOfNext() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }
}
