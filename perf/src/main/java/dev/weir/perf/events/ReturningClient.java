package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A subscriber that loses its connection and comes back with the last id that it saw. Confined to the generator's loop. */
final class ReturningClient {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Generator generator;
    private final InetSocketAddress server;
    private final InetSocketAddress address;
    private final EventClient.Owner owner;
    private final Runnable cutOff;
    private String lastId = "";
    private Stay stay;

    /**
     * Starts nothing yet.
     *
     * @param cutOff what to do when the server, or a kernel, ended a connection; the client comes back in a second
     */
    ReturningClient(Generator generator, InetSocketAddress server, EventClient.Owner owner, Runnable cutOff) {
        this.generator = generator;
        this.server = server;
        this.address = generator.freshAddress();
        this.owner = owner;
        this.cutOff = cutOff;
        stay = new Stay(0, "");
    }

    void come() {
        generator.connect(server, address, stay);
    }

    /** Loses the connection by a reset, and comes back at once. */
    void leaveAndComeBack() {
        stay.leave(true);
        comeBack();
    }

    private void comeBack() {
        stay = new Stay(stay.seen(), "\r\nLast-Event-ID: " + lastId);
        come();
    }

    /** How many events it has got. */
    int seen() {
        return stay.seen();
    }

    /** One connection. */
    private final class Stay extends EventClient.StreamClient {
        Stay(int seen, String fields) {
            super(owner, seen, fields);
        }

        @Override
        public void id(byte[] bytes, int from, int to) {
            lastId = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
        }

        @Override
        protected void closed(@Nullable String error) {
            leave(true);
            cutOff.run();
            generator.after(RETRY, () -> {
                // Unless the client has come back meanwhile.
                if (stay == this) {
                    comeBack();
                }
            });
        }
    }
}
