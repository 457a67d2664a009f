package dev.weir.watch.sample;

import java.util.Map;

/**
 * The figures of a server at one moment. The page reads them as JSON.
 *
 * @param address the host and the management port of the server
 * @param figures the known figures by name: counts, bytes, seconds, and rates per second
 * @param refused how many requests the server has refused, by reason
 * @param rates the rate limits by name, in bytes per second: {@code global}, and one for each plan; 0 means no limit
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
        /**
         * The server has a process that does not answer. The figure {@code silent} is the time since its last answer,
         * in seconds.
         */
        SILENT,
        GONE
    }
}
