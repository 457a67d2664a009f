package dev.weir.perf.clients;

import dev.weir.perf.control.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clients of a run, ready to be asked. */
final class Clients implements AutoCloseable {
    private final List<Client> all = new ArrayList<>();
    private final List<String> descriptions = new ArrayList<>();
    private @Nullable WebDriver driver;

    private Clients() {}

    static Clients start(List<ClientType> types, Path out) throws IOException, InterruptedException {
        Clients clients = new Clients();
        try {
            for (ClientType type : types) {
                clients.add(type, out);
            }
            return clients;
        } catch (IOException | InterruptedException e) {
            clients.close();
            throw e;
        }
    }

    private void add(ClientType type, Path out) throws IOException, InterruptedException {
        Tool tool = type.find();
        Client client;
        if (type == ClientType.CHROMIUM) {
            driver = WebDriver.start(tool, out.resolve("chromedriver.log"));
            client = new Chromium(driver);
        } else {
            client = new CommandLineClient(type, tool);
        }
        all.add(client);
        descriptions.add(tool.version() + ": `" + client.command() + "`");
    }

    List<Client> all() {
        return List.copyOf(all);
    }

    /** Versions and commands. */
    List<String> descriptions() {
        return List.copyOf(descriptions);
    }

    @Override
    public void close() {
        if (driver != null) {
            driver.close();
        }
    }
}
