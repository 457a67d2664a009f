package dev.weir.watch.sample;

import java.util.List;
import java.util.Map;

/**
 * The measurements of the clients that this program runs.
 *
 * @param figures the figures of each server by name, in the order of the servers on the page
 * @param loads whether each load is on, by its name; empty if this program has no clients
 */
public record ClientSide(List<Map<String, Double>> figures, Map<String, Boolean> loads) {
    public static final ClientSide NONE = new ClientSide(List.of(), Map.of());
}
