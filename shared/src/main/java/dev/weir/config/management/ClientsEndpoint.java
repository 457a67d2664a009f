package dev.weir.config.management;

import dev.weir.clients.ApiKey;
import dev.weir.clients.BadLimitException;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.keys.ClientKeys;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Shows the clients with an API key at {@code /actuator/clients}. Adds and revokes keys, and changes the plan of a key.
 * Never shows a key.
 */
@Endpoint(id = "clients")
public final class ClientsEndpoint {
    private static final int CREATED = 201;
    /** Matches the API keys that a client can send in a header field. */
    private static final Pattern SENDABLE = Pattern.compile("(?=.{1,1024}$)[!-~]([ -~]*[!-~])?");

    private final ClientKeys keys;
    private final LiveLimits limits;

    public ClientsEndpoint(ClientKeys keys, LiveLimits limits) {
        this.keys = keys;
        this.limits = limits;
    }

    /** The response to {@code GET /actuator/clients}. */
    public record KnownClients(Collection<ClientKeys.Listed> clients) {}

    @ReadOperation
    public KnownClients clients() {
        return new KnownClients(keys.all());
    }

    /**
     * Adds a client with an API key. If a client already has this key, moves that client to another plan. The request
     * must have either {@code key} or {@code sha256}.
     *
     * @return the client, with status 201 if the key is new, and otherwise 200. The status is 400 if a value is
     *     invalid, and 409 or 503 if the change cannot be stored
     */
    @WriteOperation
    public WebEndpointResponse<?> put(@Nullable String key, @Nullable String sha256, @Nullable String plan) {
        return answer(() -> {
            ApiKey its = key(key, sha256);
            if (plan == null) {
                throw new BadLimitException("plan", "is missing");
            }
            if (!limits.plans().containsKey(plan)) {
                throw new BadLimitException("plan", "there is no plan '" + plan + "'");
            }
            boolean added = keys.put(its, plan);
            ClientKeys.Listed client = keys.find(its).orElseThrow(() -> new RefusedException(Problem.UNKNOWN_CLIENT));
            return new WebEndpointResponse<>(client, added ? CREATED : WebEndpointResponse.STATUS_OK);
        });
    }

    private static ApiKey key(@Nullable String key, @Nullable String sha256) {
        if ((key == null) == (sha256 == null)) {
            throw new BadLimitException("key", "needs either this field or sha256");
        }
        if (key != null && !SENDABLE.matcher(key).matches()) {
            throw new BadLimitException(
                    "key", "must be 1 to 1024 printable ASCII characters, with no blank at either end");
        }
        try {
            return ApiKey.parse(key == null ? "{sha256}" + sha256 : key);
        } catch (IllegalArgumentException e) {
            throw new BadLimitException(key == null ? "sha256" : "key", String.valueOf(e.getMessage()));
        }
    }

    /**
     * Revokes an API key.
     *
     * @param path the key, its SHA-256 digest or the client's id, split at each slash. It is an array, so that
     *     {@link ChangeCheck} can distinguish it from the fields of the query, which are no arrays
     * @return a response with status 204. The status is 404 if no client has the key, and 409 or 503 if the change
     *     cannot be stored
     */
    @DeleteOperation
    public WebEndpointResponse<?> revoke(@Selector(match = Match.ALL_REMAINING) String[] path) {
        return answer(() -> {
            if (!keys.revoke(String.join("/", path))) {
                throw new RefusedException(Problem.UNKNOWN_CLIENT);
            }
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
        });
    }

    private static WebEndpointResponse<?> answer(Supplier<WebEndpointResponse<?>> change) {
        try {
            return change.get();
        } catch (BadLimitException e) {
            return WeirEndpoint.problem(Problem.BAD_LIMIT, Problem.BAD_LIMIT.json(e.limit() + ": " + e.reason()));
        } catch (RefusedException e) {
            return WeirEndpoint.problem(e.problem(), e.problem().json());
        }
    }
}
