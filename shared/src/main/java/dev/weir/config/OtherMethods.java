package dev.weir.config;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Map;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/**
 * Refuses requests whose method the path does not support. Other controllers have more specific mappings for the
 * supported methods.
 */
@RestController
@SuppressWarnings("DoNotCallSuggester") // Spring calls these methods and handles the exception
public final class OtherMethods {
    private static final String EVENTS = "/events";
    private static final String SOAP = "/ws";

    /** Creates the exception for a 405 response. Its {@code Allow} field lists the path's methods. */
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

    /**
     * Refuses unsupported methods for one file. Do not merge this mapping with {@link #otherOfAll}. Spring prefers the
     * handler with more patterns even to a handler that names the method, so the merged mapping would refuse every
     * request.
     */
    @RequestMapping("/files/{*path}")
    void otherOfOne() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    /** Refuses OPTIONS, which Spring would answer without this mapping. */
    @RequestMapping(path = "/files", method = RequestMethod.OPTIONS)
    void optionsOfAll() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    @RequestMapping(path = "/files/{*path}", method = RequestMethod.OPTIONS)
    void optionsOfOne() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

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
