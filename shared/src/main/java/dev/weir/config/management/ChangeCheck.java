package dev.weir.config.management;

import dev.weir.config.keys.Spelling;
import dev.weir.config.keys.ValueForm;
import dev.weir.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.invoke.ParameterMappingException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Refuses a request that changes limits or API keys, if the request has an unknown field, a repeated field, or a value
 * of the wrong type. The response has status 400 and names the field. Thread-safe.
 *
 * <p>Without this class, Spring would ignore an unknown field. Spring's error for a wrong value would not name the
 * field. A field named {@code path} would replace the part of the URL that names the plan or the key.
 */
public final class ChangeCheck implements OperationInvokerAdvisor {
    private static final Set<EndpointId> CHANGED = Set.of(EndpointId.of("weir"), EndpointId.of("clients"));

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (type == OperationType.READ || !CHANGED.contains(endpoint)) {
            return invoker;
        }
        List<String> fields = parameters.stream()
                .filter(parameter -> !parameter.isMandatory())
                .map(OperationParameter::getName)
                .toList();
        return context -> {
            for (Map.Entry<String, @Nullable Object> field :
                    context.getArguments().entrySet()) {
                if (field.getValue() instanceof String[]) {
                    continue; // the selector: only the path gives an array
                }
                if (!fields.contains(field.getKey())) {
                    return bad(field.getKey(), "is not known" + suggested(field.getKey(), fields));
                }
                if (field.getValue() instanceof Collection) {
                    return bad(field.getKey(), "stands more than once in the query");
                }
                if (field.getValue() == null || (field.getValue() instanceof String text && text.isBlank())) {
                    return bad(field.getKey(), "has no value");
                }
            }
            try {
                return invoker.invoke(context);
            } catch (ParameterMappingException e) {
                return bad(
                        e.getParameter().getName(),
                        "'" + e.getValue() + "' is not "
                                + ValueForm.of(e.getParameter().getType()));
            }
        };
    }

    private static String suggested(String unknown, List<String> fields) {
        return fields.isEmpty() ? "" : "; did you mean " + Spelling.nearest(unknown, fields) + "?";
    }

    private static WebEndpointResponse<String> bad(String field, String reason) {
        return WeirEndpoint.problem(Problem.BAD_LIMIT, Problem.BAD_LIMIT.json(field + ": " + reason));
    }
}
