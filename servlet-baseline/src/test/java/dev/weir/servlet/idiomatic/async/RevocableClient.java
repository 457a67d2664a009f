package dev.weir.servlet.idiomatic.async;

import dev.weir.clients.ApiKey;
import dev.weir.clients.Callers;
import dev.weir.clients.ClientRequest;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.TestRequest;
import dev.weir.network.Proxies;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A client with an API key that a test can revoke. The fields are objects that a server uses to admit clients. */
final class RevocableClient {
    private static final ApiKey KEY = ApiKey.parse("a key");
    private static final Plan PLAN = new Plan("plan", 0, 0, 1, 9, 9, 9, false, false);
    private static final Chunk.Time CHUNK_TIME = Chunk.Time.fixed(Duration.ofMillis(100));

    final Throttle throttle =
            new Throttle(new TokenBucket(0, 0, 0), CHUNK_TIME, (task, delayNanos) -> () -> {}, () -> 0);
    final Clients clients = new Clients(
            throttle, List.of(new Clients.Rule("client", KEY, null, PLAN)), PLAN, new Clients.Limits(9, 9, 9), () -> 0);
    final Callers callers = new Callers(clients, new Proxies(List.of()));
    private final LiveLimits limits =
            new LiveLimits(throttle, clients, CHUNK_TIME, new LiveLimits.Bucket(0, 0), Map.of(PLAN.name(), PLAN));

    ClientRequest request(String path) {
        return new TestRequest(path, null, Map.of("X-API-Key", "a key"), InetAddress.ofLiteral("192.0.2.1"));
    }

    void revoke() {
        limits.revoke(KEY, Runnable::run);
    }
}
