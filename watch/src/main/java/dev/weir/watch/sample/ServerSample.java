package dev.weir.watch.sample;

import java.util.Map;

/**
 * What a server does now. The page reads it as JSON.
 *
 * @param address of its management port
 * @param figures numbers by name, in bytes, seconds or per second; without those that are unknown
 * @param refused how many requests the server has refused, by reason
 * @param rates the global limit and those of the plans, in bytes per second; 0 means no limit
 */
public record ServerSample(
        String name,
        String address,
        State state,
        Map<String, Double> figures,
        Map<String, Long> refused,
        Map<String, Long> rates) {

    public enum State {
        STARTING,
        UP,
        /** It has a process, which does not answer. The figure {@code silent} tells for how long. */
        SILENT,
        GONE
    }
}
