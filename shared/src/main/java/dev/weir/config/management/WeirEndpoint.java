package dev.weir.config.management;

import dev.weir.clients.BadLimitException;
import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import dev.weir.problem.Problem;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;
import org.springframework.util.unit.DataSize;

/** Shows the shared token bucket, the plans and the busiest clients at {@code /actuator/weir}, and changes limits. */
@Endpoint(id = "weir")
public final class WeirEndpoint {
    public static final String GLOBAL = "global";
    private static final int MOST_CLIENTS = 100;

    private final LiveLimits limits;
    private final Throttle throttle;
    private final Clients clients;

    public WeirEndpoint(LiveLimits limits, Throttle throttle, Clients clients) {
        this.limits = limits;
        this.throttle = throttle;
        this.clients = clients;
    }

    /** The response to {@code GET /actuator/weir}. Sizes are in bytes, rates in bytes per second. */
    public record ServerState(GlobalState global, Map<String, PlanState> plans, List<Client.Status> clients) {}

    public record GlobalState(long rate, long capacity, long chunk, long waiting, long active) {}

    public record PlanState(
            long rate,
            long capacity,
            long chunk,
            int weight,
            int maxDownloads,
            int maxSubscribers,
            int requestsPerSecond,
            boolean blocked) {}

    @ReadOperation
    public ServerState state() {
        LiveLimits.Bucket global = limits.global();
        Map<String, PlanState> plans = new TreeMap<>();
        limits.plans().forEach((name, plan) -> plans.put(name, state(plan)));
        return new ServerState(
                new GlobalState(
                        global.rate(),
                        global.capacity(),
                        Chunk.bytes(global.rate(), limits.chunkTime().usual()),
                        throttle.waiting(),
                        clients.active(Use.DOWNLOAD)),
                plans,
                clients.busiest(MOST_CLIENTS));
    }

    private PlanState state(Plan plan) {
        return new PlanState(
                plan.rate(),
                plan.capacity(),
                limits.chunkTime().mostBytes(plan.rate(), plan.capacity()),
                plan.weight(),
                plan.maxDownloads(),
                plan.maxSubscribers(),
                plan.requestsPerSecond(),
                plan.blocked());
    }

    /**
     * Changes the limits of a plan or of the token bucket that all clients share. A null parameter changes nothing.
     *
     * @param path {@code global} for the shared bucket, or a plan's name, split at each slash. Only the path is an
     *     array, so that {@link ChangeCheck} can distinguish it from the fields of the request
     * @return a response with status 204 after the change. The status is 404 if no plan has this name. It is 400 if a
     *     value is out of range, or if a change of {@code global} has a parameter other than {@code rate} and
     *     {@code capacity}
     */
    @WriteOperation
    public WebEndpointResponse<String> change(
            @Selector(match = Match.ALL_REMAINING) String[] path,
            @Nullable DataSize rate,
            @Nullable DataSize capacity,
            @Nullable Integer weight,
            @Nullable Integer maxDownloads,
            @Nullable Integer maxSubscribers,
            @Nullable Integer requestsPerSecond,
            @Nullable Boolean blocked) {
        String planOrGlobal = String.join("/", path);
        try {
            if (planOrGlobal.equals(GLOBAL)) {
                refuse("weight", weight);
                refuse("maxDownloads", maxDownloads);
                refuse("maxSubscribers", maxSubscribers);
                refuse("requestsPerSecond", requestsPerSecond);
                refuse("blocked", blocked);
                limits.changeGlobal(bucket -> changed(bucket, rate, capacity));
                return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
            }
            boolean found = limits.change(planOrGlobal, plan -> {
                return plan.with(changed(plan.bucket(), rate, capacity))
                        .withWeight(Objects.requireNonNullElse(weight, plan.weight()))
                        .withMaxDownloads(Objects.requireNonNullElse(maxDownloads, plan.maxDownloads()))
                        .withMaxSubscribers(Objects.requireNonNullElse(maxSubscribers, plan.maxSubscribers()))
                        .withRequestsPerSecond(Objects.requireNonNullElse(requestsPerSecond, plan.requestsPerSecond()))
                        .withBlocked(Objects.requireNonNullElse(blocked, plan.blocked()));
            });
            return found
                    ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT)
                    : problem(Problem.UNKNOWN_PLAN, Problem.UNKNOWN_PLAN.json());
        } catch (BadLimitException e) {
            return problem(Problem.BAD_LIMIT, Problem.BAD_LIMIT.json(e.limit() + ": " + e.reason()));
        }
    }

    private static void refuse(String limit, @Nullable Object value) {
        if (value != null) {
            throw new BadLimitException(limit, "belongs to a plan; the shared bucket does not have it");
        }
    }

    private LiveLimits.Bucket changed(LiveLimits.Bucket bucket, @Nullable DataSize rate, @Nullable DataSize capacity) {
        LiveLimits.Bucket withRate = rate == null
                ? bucket
                : bucket.withRate(rate.toBytes(), limits.chunkTime().usual());
        return capacity == null ? withRate : withRate.withCapacity(capacity.toBytes());
    }

    static WebEndpointResponse<String> problem(Problem problem, String json) {
        return new WebEndpointResponse<>(
                json, problem.status(), MimeType.valueOf(MediaType.APPLICATION_PROBLEM_JSON_VALUE));
    }
}
