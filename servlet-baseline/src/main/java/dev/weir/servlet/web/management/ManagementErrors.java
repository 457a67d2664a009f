package dev.weir.servlet.web.management;

import dev.weir.problem.ManagementProblems;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.web.ProblemResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.context.annotation.Bean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Sends a problem (RFC 9457) for each request on the management port that Spring refuses, or that fails unexpectedly.
 * Spring calls it on the request's thread. Thread-safe.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementErrors {
    private static final Logger log = LoggerFactory.getLogger(ManagementErrors.class);

    @Bean
    HandlerExceptionResolver managementProblems() {
        return new Resolver();
    }

    @Order(Ordered.HIGHEST_PRECEDENCE) // before Spring's own resolvers, which write no problem
    private static final class Resolver implements HandlerExceptionResolver {
        @Override
        public @Nullable ModelAndView resolveException(
                HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
            if (response.isCommitted() || failure instanceof IOException) {
                return null; // the client has left
            }
            try {
                write(response, failure);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new ModelAndView(); // the answer is written
        }

        private static void write(HttpServletResponse response, Exception failure) throws IOException {
            if (NestedExceptionUtils.getMostSpecificCause(failure) instanceof RefusedException refused) {
                ProblemResponse.write(response, refused.problem());
            } else if (failure instanceof ErrorResponse refusal) {
                int status = refusal.getStatusCode().value();
                Map<String, String> fields = new HttpHeaders(refusal.getHeaders()).toSingleValueMap();
                ProblemResponse.write(response, status, ManagementProblems.json(status, failure), fields);
            } else if (failure instanceof HttpMessageNotReadableException
                    || failure instanceof InvalidParameterException) {
                ProblemResponse.write(response, 400, ManagementProblems.json(400, failure), Map.of());
            } else {
                log.error("A request to the management port failed unexpectedly; it is answered with 500", failure);
                ProblemResponse.write(response, Problem.INTERNAL);
            }
        }
    }
}
