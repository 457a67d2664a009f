package dev.weir.servlet.web;

import dev.weir.access.AccessEntry;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Answers a refused request with the problem document (RFC 9457) of the {@link RefusedException}. The CORS check, for
 * example, throws this exception. Also reports to the access log that a client has left. Thread-safe.
 */
@Order(0) // before Spring's own resolvers, which would log the refusal
class RefusalResolver implements HandlerExceptionResolver {
    private final DisconnectSweep disconnectSweep;

    RefusalResolver(DisconnectSweep disconnectSweep) {
        this.disconnectSweep = disconnectSweep;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (DisconnectedClientHelper.isClientDisconnectedException(failure)
                && request.getAttribute(AccessEntry.NAME) instanceof AccessEntry entry) {
            entry.setBroken(); // Spring hides from Tomcat that the client has left
        }
        if (!(failure instanceof RefusedException refused)) {
            return null;
        }
        disconnectSweep.refused(refused.problem());
        try {
            ProblemResponse.write(response, refused.problem().status(), refused.json(), refused.fields());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ModelAndView(); // the answer is written
    }
}
