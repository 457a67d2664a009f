package dev.weir.config;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Map;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers a request with status 405 if its path does not support its method. Spring passes a request with a supported
 * method to another controller, because the mapping of that controller is more specific.
 */
@RestController
@SuppressWarnings("DoNotCallSuggester") // Spring calls these methods and handles the exception
public final class OtherMethods {
    private static final String EVENTS = "/events";
    private static final String SOAP = "/ws";

    /**
     * Returns the exception for a 405 response. Its {@code Allow} field lists the methods that {@code path} supports.
     */
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
     * Refuses unsupported methods for one file. Do not merge this handler with {@link #otherOfAll}. The merged handler
     * would have two paths. Spring would then prefer it even for supported methods, and it would refuse every request.
     */
    @RequestMapping("/files/{*path}")
    void otherOfOne() {
        throw new RefusedException(Problem.METHOD_NOT_ALLOWED);
    }

    /** Refuses the method OPTIONS. Without this mapping, Spring itself would answer an OPTIONS request. */
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
