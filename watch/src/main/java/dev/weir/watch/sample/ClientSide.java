package dev.weir.watch.sample;

import java.util.List;
import java.util.Map;

/**
 * Figures that the clients of this program have measured.
 *
 * @param figures for each server, in its order on the page
 * @param loads which loads are on; empty if this program makes none
 */
public record ClientSide(List<Map<String, Double>> figures, Map<String, Boolean> loads) {
    public static final ClientSide NONE = new ClientSide(List.of(), Map.of());
}
