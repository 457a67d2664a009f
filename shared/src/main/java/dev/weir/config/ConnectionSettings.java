package dev.weir.config;

import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.ConnectionProperties;

/** Checks and reads the configuration keys {@code weir.connections.*}. */
final class ConnectionSettings {
    private static final String KEYS = "weir.connections.";
    private static final long LEAST_SEND_BUFFER = 4 * 1024;
    private static final long MOST_SEND_BUFFER = 1 << 30;

    private ConnectionSettings() {}

    /**
     * Checks the configured limits of connections and returns them.
     *
     * @throws BadSettingException if a value is out of range
     */
    static ConnectionLimits limits(ConnectionProperties connections) {
        Settings.atLeastOne(KEYS + "max", connections.max());
        Settings.atLeastOne(KEYS + "max-per-address", connections.maxPerAddress());
        EventSettings.duration(KEYS + "head-timeout", connections.headTimeout());
        EventSettings.duration(KEYS + "body-timeout", connections.bodyTimeout());
        Settings.atLeastOne(KEYS + "body-rate", connections.bodyRate().toBytes());
        long sendBuffer = connections.sendBuffer().toBytes();
        if (sendBuffer < LEAST_SEND_BUFFER || sendBuffer > MOST_SEND_BUFFER) {
            throw new BadSettingException(KEYS + "send-buffer", "must be from 4KB to 1GB");
        }
        return new ConnectionLimits(
                connections.maxPerAddress(),
                connections.headTimeout(),
                connections.bodyTimeout(),
                connections.bodyRate().toBytes(),
                (int) sendBuffer);
    }
}
