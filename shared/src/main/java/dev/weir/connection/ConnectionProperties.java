package dev.weir.connection;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The unchecked settings {@code weir.connections.*} ({@link ConnectionLimits}).
 *
 * @param max the most open connections of the reactive server; the key for Tomcat is server.tomcat.max-connections
 * @param maxPerAddress the most open connections of one address; trusted proxies have no limit
 * @param headTimeout the longest time from the first to the last byte of the head of a request
 * @param bodyTimeout the time in which the body of a request must arrive; received bytes extend it, see body-rate
 * @param bodyRate the number of received body bytes that extend body-timeout by one second
 * @param sendBuffer the size of the kernel send buffer of each connection
 */
public record ConnectionProperties(
        @DefaultValue("19000") int max,
        @DefaultValue("1000") int maxPerAddress,
        @DefaultValue("30s") Duration headTimeout,
        @DefaultValue("10s") Duration bodyTimeout,
        @DefaultValue("16KB") DataSize bodyRate,
        @DefaultValue("64KB") DataSize sendBuffer) {}
