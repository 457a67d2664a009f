package dev.weir.config;

import java.util.List;
import java.util.regex.Pattern;

/** Checks the configuration keys {@code weir.management.*}. */
final class ManagementSettings {
    /** Matches a host name, an IPv4 address, or an IPv6 address in brackets. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");

    private ManagementSettings() {}

    static void check(List<String> hosts) {
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
