package dev.weir.contract.server;

import dev.weir.contract.connection.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes every download wait until the pause is closed. To do so, sets the global rate to one byte per second.
 *
 * <p>The pause also starts a download of its own. This download takes the tokens that were left, and then waits, too.
 */
public final class Pause implements AutoCloseable {
    public static final int OWN_DOWNLOADS = 1;

    private static final int SMALLEST_CHUNK = 4 * 1024;
    private static final int LARGEST_CHUNK = 256 * 1024;

    private final TestedServer server;
    private final List<Connection> held = new ArrayList<>();

    public Pause(TestedServer server) {
        this.server = server;
        server.throttle().change(1, SMALLEST_CHUNK);
        try {
            hold("127.0.0.1", "X-API-Key: " + SuiteSettings.FAST_KEY);
            Eventually.meterIs(server, "weir.downloads.waiting", OWN_DOWNLOADS);
        } catch (RuntimeException | AssertionError e) {
            close();
            throw e;
        }
    }

    public void hold(String from, String... fields) {
        holdTarget(from, "/files/large.bin", fields);
    }

    public void holdTarget(String from, String target, String... fields) {
        Connection connection = server.connect(from).send("GET", target, fields);
        held.add(connection);
        connection.head().assertStatus(200, 206);
    }

    @Override
    public void close() {
        held.forEach(Connection::reset);
        server.throttle().change(0, LARGEST_CHUNK);
    }
}
