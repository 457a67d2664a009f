package dev.weir.watch.sample;

import java.util.List;
import java.util.Map;

/**
 * The measurements of the clients that this program runs.
 *
 * @param figures one map for each server, in the order of the page; the keys of a map are the names of figures
 * @param loads whether each kind of load is on, by the label of the kind; empty if this program has no clients
 */
public record ClientSide(List<Map<String, Double>> figures, Map<String, Boolean> loads) {
    public static final ClientSide NONE = new ClientSide(List.of(), Map.of());
}
