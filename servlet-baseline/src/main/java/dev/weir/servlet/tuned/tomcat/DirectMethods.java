package dev.weir.servlet.tuned.tomcat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.annotation.Order;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.ModelAndView;

/**
 * Calls a controller method directly if it takes only the request and the response, and returns {@code void}. Spring
 * MVC itself would keep additional objects in memory until the request ends. Thread-safe.
 */
@Order(0) // before Spring's own adapter
@ConditionalOnBooleanProperty(name = "weir.tuning.direct-calls", matchIfMissing = true)
public class DirectMethods implements HandlerAdapter {
    /** Caches for each controller method whether it can be called directly. */
    private final Map<Method, Boolean> answerThemselves = new ConcurrentHashMap<>();

    @Override
    public boolean supports(Object handler) {
        return handler instanceof HandlerMethod method
                && answerThemselves.computeIfAbsent(method.getMethod(), DirectMethods::answersItself);
    }

    static boolean answersItself(Method method) {
        return method.getReturnType() == void.class
                && Arrays.equals(
                        method.getParameterTypes(),
                        new Class<?>[] {HttpServletRequest.class, HttpServletResponse.class});
    }

    @Override
    public @Nullable ModelAndView handle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws Exception {
        HandlerMethod method = (HandlerMethod) handler;
        try {
            method.getMethod().invoke(method.getBean(), request, response);
        } catch (InvocationTargetException e) {
            if (e.getTargetException() instanceof IOException left && response.isCommitted()) {
                throw new ClientAbortException(left); // Tomcat would log any other exception as an error
            }
            ReflectionUtils.rethrowException(e.getTargetException());
        }
        return null;
    }
}
