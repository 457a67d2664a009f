package dev.weir.watch.page;

import tools.jackson.databind.JsonNode;

/** An action that the page may request, for example a change of a limit. Called on a virtual thread. */
public interface Order {
    /** Carries out the order. Throws if the body is invalid or if a server has refused. The page shows the message. */
    void carryOut(JsonNode body) throws RefusedOrderException, InterruptedException;
}
