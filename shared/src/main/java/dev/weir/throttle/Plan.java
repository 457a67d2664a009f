package dev.weir.throttle;

/**
 * The limits and rights that a client has.
 *
 * @param name as in the configuration
 * @param rate bytes a second over all the client's downloads; 0 means no limit
 * @param capacity the most bytes kept while the client does not download; at least one chunk
 * @param weight the client's part of the global rate, relative to the others that want it; at least 1
 * @param maxDownloads downloads at once
 * @param maxSubscribers event streams at once
 * @param requestsPerSecond requests admitted a second: downloads started, events published
 * @param blocked every request is refused
 * @param publish may publish events
 */
public record Plan(
        String name,
        long rate,
        long capacity,
        int weight,
        int maxDownloads,
        int maxSubscribers,
        int requestsPerSecond,
        boolean blocked,
        boolean publish) {}
