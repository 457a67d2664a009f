package dev.weir.connection;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The settings {@code weir.connections.*} ({@link ConnectionLimits}), before they are checked.
 *
 * @param max the most open connections of the reactive server; the key for Tomcat is server.tomcat.max-connections
 * @param maxPerAddress the most open connections of one client address; trusted proxies have no limit
 * @param headTimeout the longest time from the first to the last byte of the head of a request
 * @param bodyTimeout the time in which the body of a request must arrive; body-rate can extend this time
 * @param bodyRate the number of received body bytes that add one second to body-timeout
 * @param sendBuffer the size of the kernel's send buffer for each connection
 */
public record ConnectionProperties(
        @DefaultValue("19000") int max,
        @DefaultValue("1000") int maxPerAddress,
        @DefaultValue("30s") Duration headTimeout,
        @DefaultValue("10s") Duration bodyTimeout,
        @DefaultValue("16KB") DataSize bodyRate,
        @DefaultValue("64KB") DataSize sendBuffer) {}
