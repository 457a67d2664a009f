package dev.weir.watch.page;

import tools.jackson.databind.JsonNode;

/** An action that the page may request, for example a change of a limit. Called on a virtual thread. */
public interface Order {
    /** Carries out the action. Throws if the body is invalid or a server refuses. The page shows the message. */
    void carryOut(JsonNode body) throws RefusedOrderException, InterruptedException;
}
