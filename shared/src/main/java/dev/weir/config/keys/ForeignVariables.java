package dev.weir.config.keys;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Finds environment variables that look like configuration keys, but are not meant for the server. */
final class ForeignVariables {
    /**
     * Matches {@code WEIR_AOT}, which the script {@code ./weir} reads, and variables that Kubernetes sets in each
     * container if a service's name begins with "weir".
     */
    private static final Pattern FOREIGN =
            Pattern.compile("WEIR_AOT|WEIR_(.+_)?(SERVICE_HOST|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");
    /**
     * Matches the environment variable that Kubernetes sets for a service's port. The server ignores this variable only
     * if the variable of the service's host is also set.
     */
    private static final Pattern SERVICE_PORT = Pattern.compile("(WEIR_(.+_)?SERVICE_)PORT(_.+)?");
    /** Matches the value that Kubernetes gives to an environment variable such as {@code WEIR_PORT}. */
    private static final Pattern ADDRESS = Pattern.compile("(tcp|udp|sctp)://.+");

    private ForeignVariables() {}

    /** Returns whether a property of the environment is not meant for the server. */
    static boolean contain(ConfigurationProperty property, SystemEnvironmentPropertySource environment) {
        String variable =
                property.getName().toString().replaceAll("[^\\w]+", "_").toUpperCase(Locale.ROOT);
        Matcher port = SERVICE_PORT.matcher(variable);
        return FOREIGN.matcher(variable).matches()
                || (port.matches() && environment.containsProperty(port.group(1) + "HOST"))
                || (variable.endsWith("_PORT")
                        && ADDRESS.matcher(property.getValue().toString()).matches());
    }
}
