package dev.weir.config.ports;

import dev.weir.config.BadSettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Opens and closes the configured ports before Spring creates any bean. So a port that is in use stops the start at once
 * and with the name of its key. Without this check the server would find out after it has created everything else.
 */
final class PortCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final int HIGHEST_PORT = 65_535;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Binder binder = Binder.get(context.getEnvironment());
        int port = check(binder, "server");
        if (port(binder, "management.server") != port) { // otherwise the server opens one port for both
            check(binder, "management.server");
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
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(address, port));
            } catch (IOException e) {
                throw new BadSettingException(
                        prefix + ".port",
                        "cannot listen on port " + port + " (" + e.getMessage() + "); choose another port");
            }
        }
        return port;
    }

    private static int port(Binder binder, String prefix) {
        return binder.bind(prefix + ".port", Integer.class).orElse(0);
    }
}
