package dev.weir.clients;

import dev.weir.catalog.RequestPath;
import dev.weir.clients.watch.RequestKind;
import dev.weir.clients.watch.RequestWatch;
import dev.weir.network.Network;
import dev.weir.network.Proxies;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Rights;
import dev.weir.signing.SignedLinks;
import java.net.InetAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client of a request by the API key, by the plan that a signed link grants, or by the address
 * ({@link Proxies}). Admits or refuses the request. Thread-safe. Does no I/O, so an event loop may call it.
 *
 * <p>A request belongs to one client. A request with both an API key and a signed link is therefore refused.
 *
 * <p>If a link grants a plan, the client is identified by this plan together with the sender's address. All links with
 * this plan share one token bucket at an address, so nobody gains bandwidth by collecting links. Two addresses that use
 * the same link have two buckets. The address alone identifies the client if the link grants no plan, or if the address
 * has the granted plan anyway. If the plan of an address is blocked, links do not unblock the address.
 *
 * @param downloads the tasks that end the open downloads when the server stops
 */
public record Callers(Clients clients, Proxies proxies, SignedLinks links, EndTasks downloads) {
    public Callers(Clients clients, Proxies proxies) {
        this(clients, proxies, SignedLinks.none());
    }

    public Callers(Clients clients, Proxies proxies, SignedLinks links) {
        this(clients, proxies, links, new EndTasks());
    }

    /**
     * Admits one download. The caller must call {@link Admission#leave} when the download ends.
     *
     * @throws RefusedException with the error response, if the download is refused
     */
    public Admission download(ClientRequest request) {
        return enter(
                RequestKind.DOWNLOAD,
                request,
                Use.DOWNLOAD,
                rights -> RequestPath.isIn(request.path(), rights.readFolders()));
    }

    /**
     * Admits one subscription to events. The caller must call {@link Admission#leave} when the subscription ends.
     *
     * @throws RefusedException with the error response, if the subscription is refused
     */
    public Admission subscription(ClientRequest request) {
        return enter(kind(request), request, Use.SUBSCRIPTION, rights -> rights.mayReadTopics(request.query("topic")));
    }

    /**
     * Returns the result of {@code parser}, which parses the query of a request for events. If the query is invalid and
     * the request has an invalid signed link, too, throws the exception for an invalid link.
     */
    public <T> T parsed(ClientRequest request, Supplier<T> parser) {
        try {
            return parser.get();
        } catch (RefusedException e) {
            var _ = reader(kind(request), request);
            throw e;
        }
    }

    private static RequestKind kind(ClientRequest request) {
        return request.path().endsWith("/next") ? RequestKind.POLL : RequestKind.STREAM;
    }

    private Admission enter(RequestKind kind, ClientRequest request, Use use, Predicate<Rights> allowed) {
        Client client = clients.enter(kind, reader(kind, request), use, allowed);
        return new Admission(clients, client, use, downloads, request.cutOff());
    }

    /**
     * Cuts all open downloads off, because the server stops, and returns their number. Does not wait for their end.
     *
     * @param executor runs the tasks that end the downloads. A task may block in a write to its client
     */
    public int cutOffDownloads(Executor executor) {
        return downloads.run(executor);
    }

    /**
     * Admits one request to publish an event, and returns the client. Ignores a signed link, because a link permits
     * only reading.
     *
     * @throws RefusedException with the error response, if the request is refused
     */
    public Client publish(ClientRequest request) {
        return clients.publisher(writer(request));
    }

    /**
     * Counts all events of a request except the first, which {@link #publish} has counted. Each event counts as one
     * request. Call this method when the request body is complete, before any event is published.
     *
     * @param events the number of events without the first; may be 0
     * @throws RefusedException if the client has sent too many requests, if the request has more events than the plan
     *     allows in one second, or if the client's key was revoked after the admission
     */
    public void publishMore(Client client, int events) {
        check(RequestKind.PUBLISH, client);
        if (events > 0) {
            clients.publishMore(client, events);
        }
    }

    /**
     * Admits one SOAP request or one request for the WSDL, and returns the client. Ignores a signed link.
     *
     * @throws RefusedException with the error response, if the request is refused
     */
    public Client call(ClientRequest request) {
        return clients.caller(writer(request));
    }

    /**
     * Refuses a SOAP request if the client's key was revoked after the admission. Call this method when the body of the
     * request is complete, because the body may take long to arrive.
     *
     * @throws RefusedException if the key was revoked
     */
    public void check(Client client) {
        check(RequestKind.SOAP, client);
    }

    private void check(RequestKind kind, Client client) {
        try {
            client.check();
        } catch (RefusedException e) {
            throw clients.refused(kind, e, client.plan().name());
        }
    }

    /** Returns the sender of a request, without regard to a signed link. */
    private Sender writer(ClientRequest request) {
        return new Sender(key(request), address(request), null, request::found);
    }

    private Sender reader(RequestKind kind, ClientRequest request) {
        try {
            return reader(request);
        } catch (RefusedException e) {
            throw clients.refused(kind, e, RequestWatch.NO_PLAN);
        }
    }

    private Sender reader(ClientRequest request) {
        String query = request.rawQuery();
        if (!links.isLink(query)) {
            return writer(request);
        }
        SignedLinks.Grant grant = links.verify(request.path(), Objects.requireNonNull(query));
        InetAddress address = address(request);
        if (key(request) != null || !isFor(address, grant)) {
            throw new RefusedException(Problem.INVALID_LINK);
        }
        return new Sender(null, address, grant.plan(), request::found);
    }

    private InetAddress address(ClientRequest request) {
        return proxies.client(request::field, request.remote());
    }

    private static @Nullable String key(ClientRequest request) {
        return ApiKey.presented(request.field("Authorization"), request.field("X-API-Key"));
    }

    private static boolean isFor(InetAddress address, SignedLinks.Grant grant) {
        try {
            return grant.address() == null || Network.parse(grant.address()).contains(address);
        } catch (IllegalArgumentException e) {
            return false; // the link's field is not an address or network
        }
    }

    /**
     * Returns the header fields {@code RateLimit} and {@code RateLimit-Policy}, or an empty map if the client has no
     * rate limit. This method may throw, so call it before you set any other field of the response.
     *
     * @throws RefusedException if the client's key was revoked after the admission
     */
    public Map<String, String> fields(Admission admission) {
        Client client = admission.client();
        client.check();
        return RateLimitFields.of(client.plan(), client.share(), clients.nanoTime());
    }
}
