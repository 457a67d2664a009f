package dev.weir.config.management;

import dev.weir.problem.ManagementProblems;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;

/**
 * Some error responses of endpoints have no body, for example the 404 for an unknown metric. This class adds a body to
 * them: a problem document (RFC 9457). Thread-safe.
 */
public final class MissingCheck implements OperationInvokerAdvisor {
    private static final int NOT_FOUND = 404;
    private static final int FIRST_ERROR = 400;

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        return type == OperationType.READ ? context -> withBody(invoker.invoke(context)) : invoker;
    }

    /**
     * Returns {@code result}, or a problem document instead if {@code result} is an error response without a body.
     *
     * @param result the result of a read. Null counts as an error, because Spring sends status 404 for it
     */
    public static Object withBody(@Nullable Object result) {
        if (result == null) {
            return problem(NOT_FOUND);
        }
        boolean bare = result instanceof WebEndpointResponse<?> response
                && response.getStatus() >= FIRST_ERROR
                && response.getBody() == null;
        return bare ? problem(((WebEndpointResponse<?>) result).getStatus()) : result;
    }

    private static WebEndpointResponse<String> problem(int status) {
        return new WebEndpointResponse<>(
                ManagementProblems.json(status, null),
                status,
                MimeType.valueOf(MediaType.APPLICATION_PROBLEM_JSON_VALUE));
    }
}
