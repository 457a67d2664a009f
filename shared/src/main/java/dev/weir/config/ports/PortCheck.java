package dev.weir.config.ports;

import dev.weir.config.BadSettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Opens and closes the configured ports before Spring creates any bean. If a port is in use, or the machine does not
 * have the configured address, the start fails at once. The error names the configuration key. Without this check, the
 * server would notice the problem only after it has created everything else.
 */
final class PortCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final String MANAGEMENT = "management.server";
    private static final int HIGHEST_PORT = 65_535;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Binder binder = Binder.get(context.getEnvironment());
        for (String key : List.of("server.port", MANAGEMENT + ".port")) {
            if (binder.bind(key, String.class).map(String::isBlank).orElse(false)) {
                throw new BadSettingException(key, "must not be empty"); // Spring would take its default port
            }
        }
        int port = check(binder, "server");
        if (port < 0) {
            throw new BadSettingException("server.port", "must be at least 0");
        }
        if (port(binder, MANAGEMENT) < -1) {
            throw new BadSettingException(MANAGEMENT + ".port", "must be at least 0, or -1 for none");
        }
        if (port <= 0 || port(binder, MANAGEMENT) != port) {
            check(binder, MANAGEMENT);
        } else if (binder.bind(MANAGEMENT + ".address", InetAddress.class).isBound()) {
            // Equal ports are allowed only without management.server.address. Then one port serves both.
            throw new BadSettingException(MANAGEMENT + ".port", "must differ from server.port");
        }
    }

    private static int check(Binder binder, String prefix) {
        int port = port(binder, prefix);
        if (port > HIGHEST_PORT) {
            throw new BadSettingException(prefix + ".port", "must be at most " + HIGHEST_PORT);
        }
        if (port > 0) { // 0 stands for any free port, and -1 for none
            InetAddress address =
                    binder.bind(prefix + ".address", InetAddress.class).orElse(null);
            listen(prefix + ".address", address, 0); // any free port, so an error concerns the address
            listen(prefix + ".port", address, port);
        }
        return port;
    }

    private static void listen(String key, @Nullable InetAddress address, int port) {
        InetSocketAddress place = new InetSocketAddress(address, port);
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(place);
        } catch (IOException e) {
            String where = port == 0 ? "address " + place.getHostString() : "port " + port;
            throw new BadSettingException(
                    key, "cannot listen on " + where + " (" + e.getMessage() + "); choose another one");
        }
    }

    private static int port(Binder binder, String prefix) {
        return binder.bind(prefix + ".port", Integer.class).orElse(0);
    }
}
