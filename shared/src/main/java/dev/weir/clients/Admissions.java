package dev.weir.clients;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;

/**
 * Counts the open downloads and subscriptions of all clients, and refuses requests above a limit. Callers must hold the
 * lock of {@link Clients}.
 */
final class Admissions {
    private final Uses most;
    private Uses active = Uses.NONE;

    Admissions(Clients.Limits limits) {
        most = new Uses(limits.maxDownloads(), limits.maxSubscribers());
    }

    /**
     * Admits and counts one download or subscription.
     *
     * @throws RefusedException if the client is blocked, or a limit is reached
     */
    void enter(Client client, Use use) {
        refuseIf(client.plan().blocked(), Problem.BLOCKED);
        refuseIf(active.of(use) >= most.of(use), Problem.OVERLOADED);
        refuseIf(client.everywhere(use) >= use.most(client.plan()), use.tooMany());
        refuseIf(use == Use.DOWNLOAD && !client.admitsRequest(), Problem.TOO_MANY_REQUESTS);
        client.entered(use);
        active = active.plus(use, 1);
    }

    void leave(Client client, Use use, long nowNanos) {
        client.left(use, nowNanos);
        active = active.plus(use, -1);
    }

    /**
     * Admits one request to publish an event. The request counts against the client's requests per second.
     *
     * @throws RefusedException if the client is blocked, may not publish, or has sent too many requests
     */
    static void publish(Client client) {
        refuseIf(client.plan().blocked(), Problem.BLOCKED);
        refuseIf(!client.plan().publish(), Problem.MAY_NOT_PUBLISH);
        refuseIf(!client.admitsRequest(), Problem.TOO_MANY_REQUESTS);
    }

    /**
     * Counts all events of a request except the first, which {@link #publish} has counted. Each event counts as one
     * request.
     *
     * @param events the number of events without the first
     * @throws RefusedException with {@link Problem#TOO_MANY_REQUESTS} if the client has sent too many requests, or
     *     {@link Problem#TOO_LARGE} if the request has more events than the plan allows in one second
     */
    static void publishMore(Client client, int events) {
        int most = client.plan().requestsPerSecond();
        if (events >= most) { // the first event of the request is counted already
            throw new RefusedException(Problem.TOO_LARGE, "the plan allows at most " + most + " events in a second");
        }
        refuseIf(!client.admitsRequests(events), Problem.TOO_MANY_REQUESTS);
    }

    /**
     * Admits one SOAP request. The request counts against the client's requests per second.
     *
     * @throws RefusedException if the client is blocked or has sent too many requests
     */
    static void call(Client client) {
        refuseIf(client.plan().blocked(), Problem.BLOCKED);
        refuseIf(!client.admitsRequest(), Problem.TOO_MANY_REQUESTS);
    }

    int active(Use use) {
        return active.of(use);
    }

    private static void refuseIf(boolean refused, Problem problem) {
        if (refused) {
            throw new RefusedException(problem);
        }
    }
}
