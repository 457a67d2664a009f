package dev.weir.config;

import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code weir.management.*}, which protect the management port against foreign web pages
 * ({@link dev.weir.browser.ManagementGuard}).
 *
 * @param hosts the host names, without a port, that a Host field may have; the local address is always accepted
 */
public record ManagementSettings(
        @DefaultValue({"localhost", "127.0.0.1", "[::1]"}) List<String> hosts) {
    /** Matches a host name, an IPv4 address, or an IPv6 address in brackets. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");

    void check() {
        for (String host : hosts) {
            if (!HOST.matcher(host).matches()) {
                throw new BadSettingException(
                        "weir.management.hosts",
                        "'" + host + "' is no host without a port, like ops.example, 10.0.0.7 or [::1]");
            }
        }
        if (hosts.isEmpty()) {
            throw new BadSettingException("weir.management.hosts", "must name a host");
        }
    }
}
