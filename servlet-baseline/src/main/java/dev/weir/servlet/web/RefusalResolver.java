package dev.weir.servlet.web;

import dev.weir.problem.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers a request that was refused outside of a controller's method, such as a CORS preflight. Spring calls {@link
 * ProblemAdvice} only for controller methods. Thread-safe. Runs on the request's thread.
 */
@Order(0) // before Spring's own, which would log it
class RefusalResolver implements HandlerExceptionResolver {
    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (!(failure instanceof RefusedException refused)) {
            return null;
        }
        try {
            ProblemResponse.write(response, refused.problem(), refused.fields());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ModelAndView(); // the answer is written
    }
}
