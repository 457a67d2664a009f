package dev.weir.watch.page;

import tools.jackson.databind.JsonNode;

/** An action that the page may request, for example a change of a limit. Runs on a virtual thread. */
public interface Order {
    /** Carries out the action. The page shows the exception's message if the body is invalid or a server refuses. */
    void carryOut(JsonNode body) throws RefusedOrderException, InterruptedException;
}
