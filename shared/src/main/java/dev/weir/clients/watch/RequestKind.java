package dev.weir.clients.watch;

import dev.weir.problem.Problem;
import java.util.Set;

/** The kinds of requests that a client's plan can admit or refuse. */
public enum RequestKind {
    /** A request for a file or for a list of files. */
    DOWNLOAD(
            Set.of(
                    Problem.BLOCKED,
                    Problem.OVERLOADED,
                    Problem.TOO_MANY_DOWNLOADS,
                    Problem.TOO_MANY_REQUESTS,
                    Problem.NOT_FOUND),
            Set.of(Problem.UNKNOWN_KEY, Problem.INVALID_LINK, Problem.TOO_MANY_CLIENTS)),
    /** A request for an event stream. */
    STREAM(
            Set.of(Problem.BLOCKED, Problem.OVERLOADED, Problem.TOO_MANY_SUBSCRIBERS, Problem.MAY_NOT_READ),
            Set.of(Problem.UNKNOWN_KEY, Problem.INVALID_LINK, Problem.TOO_MANY_CLIENTS)),
    /** A long poll for events. */
    POLL(STREAM.ofPlan, STREAM.ofNone),
    /** A request to publish an event. */
    PUBLISH(
            Set.of(
                    Problem.BLOCKED,
                    Problem.MAY_NOT_PUBLISH,
                    Problem.TOO_MANY_REQUESTS,
                    Problem.TOO_LARGE,
                    Problem.UNKNOWN_KEY),
            Set.of(Problem.UNKNOWN_KEY, Problem.NO_KEY, Problem.TOO_MANY_CLIENTS)),
    /** A SOAP call, or a request for the description of the SOAP service. */
    SOAP(
            Set.of(Problem.BLOCKED, Problem.TOO_MANY_REQUESTS, Problem.UNKNOWN_KEY),
            Set.of(Problem.UNKNOWN_KEY, Problem.TOO_MANY_CLIENTS));

    private final Set<Problem> ofPlan;
    private final Set<Problem> ofNone;

    RequestKind(Set<Problem> ofPlan, Set<Problem> ofNone) {
        this.ofPlan = ofPlan;
        this.ofNone = ofNone;
    }

    /**
     * Returns the possible reasons for refusing a request of this kind.
     *
     * @param plan the name of the client's plan, or {@link RequestWatch#NO_PLAN}
     */
    public Set<Problem> reasons(String plan) {
        return plan.equals(RequestWatch.NO_PLAN) ? ofNone : ofPlan;
    }
}
