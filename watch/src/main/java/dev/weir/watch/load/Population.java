package dev.weir.watch.load;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Clients of one server that all do the same. When a client's connection has ended, the client connects again. */
final class Population<C extends Connection> {
    /**
     * The time between the starts of two clients. So 200 clients start per second, and connecting causes little load.
     */
    private static final Duration BETWEEN = Duration.ofMillis(5);
    /** The pause after an error. Because of this pause, clients cost almost nothing while their server is down. */
    static final Duration AFTER_ERROR = Duration.ofSeconds(1);

    private final Generator generator;
    private final InetSocketAddress server;
    private final Function<Returning, C> connections;
    private final Deque<Client> clients = new ArrayDeque<>();

    /** A client that can connect again after its connection has ended. */
    interface Returning {
        /** Opens the client's next connection after a pause. Does nothing if the client was removed. */
        void again(Duration pause);
    }

    /** @param connections creates a client's next connection, which calls {@link Returning#again} when it ends */
    Population(Generator generator, InetSocketAddress server, Function<Returning, C> connections) {
        this.generator = generator;
        this.server = server;
        this.connections = connections;
    }

    /** Adds clients one after another, or removes the newest clients, until there are {@code wanted} clients. */
    void resize(int wanted) {
        int more = wanted - clients.size();
        for (int i = 0; i < more; i++) {
            Client client = new Client(generator.freshAddress());
            clients.addLast(client);
            client.again(BETWEEN.multipliedBy(i));
        }
        while (clients.size() > wanted) {
            clients.removeLast().stop();
        }
    }

    int size() {
        return clients.size();
    }

    /** Returns the current connections. Some clients may have no connection now. */
    Stream<C> connected() {
        return clients.stream().<C>mapMulti((client, next) -> {
            if (client.connection != null) {
                next.accept(client.connection);
            }
        });
    }

    /** A client that connects from an IP address of its own. */
    private final class Client implements Returning {
        private final InetSocketAddress source;
        private @Nullable C connection;
        private boolean stopped;

        private Client(InetSocketAddress source) {
            this.source = source;
        }

        @Override
        public void again(Duration pause) {
            connection = null;
            generator.after(pause, this::connect);
        }

        private void connect() {
            if (!stopped) {
                C made = connections.apply(this);
                connection = made;
                generator.connect(server, source, made);
            }
        }

        private void stop() {
            stopped = true;
            if (connection != null) {
                connection.leave(false);
            }
        }
    }
}
