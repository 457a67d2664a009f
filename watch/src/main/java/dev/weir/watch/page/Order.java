package dev.weir.watch.page;

import tools.jackson.databind.JsonNode;

/** An action that the page may request, for example a change of a limit. Runs on a virtual thread. */
public interface Order {
    /**
     * Carries out the action.
     *
     * @param body the JSON value that the page has sent
     * @throws RefusedOrderException if the body is invalid or a server refuses; the page shows the message
     */
    void carryOut(JsonNode body) throws RefusedOrderException, InterruptedException;
}
