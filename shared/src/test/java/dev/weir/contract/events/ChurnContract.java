package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.TestedServer;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Tests clients that subscribe and leave at random (rule E09). No client may read bytes that belong to another client.
 * A container that reuses response objects could send such bytes. Each client has its own topic. The data of an event
 * begins with its topic.
 */
public interface ChurnContract extends ContractPart {
    int CLIENTS = 5;

    /** Returns how often each client connects. The number is smaller over TLS, because TLS handshakes take long. */
    default int cycles() {
        return server().isSecured() ? 150 : 600;
    }

    /** If this fails, check which code still writes to a response or a connection after its client has left. */
    @Test
    default void e09_noByteOfOneClientReachesAnother() throws InterruptedException, ExecutionException {
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> publishing = threads.submit(() -> publish(over));
            List<Future<Churner>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Churner client = new Churner(server(), "c" + i, i, cycles());
                clients.add(threads.submit(client::run));
            }
            try {
                for (Future<Churner> client : clients) {
                    assertThat(client.get().events).as("events that were read").isGreaterThan(cycles() / 10);
                }
            } finally {
                over.set(true);
            }
            publishing.get();
        }
        Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 0);
    }

    private void publish(AtomicBoolean over) {
        try (PublishingClient publisher = new PublishingClient(server())) {
            for (int i = 0; !over.get(); i++) {
                String topic = "c" + i % CLIENTS;
                publisher.text(topic, topic + " " + "x".repeat(i % 3000));
            }
        }
    }

    final class Churner {
        private final TestedServer server;
        private final int cycles;
        private final String topic;
        private final SplittableRandom random;
        private int events;

        Churner(TestedServer server, String topic, long seed, int cycles) {
            this.cycles = cycles;
            this.server = server;
            this.topic = topic;
            this.random = new SplittableRandom(seed);
        }

        Churner run() {
            for (int i = 0; i < cycles; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> poll();
                    case 1 -> file();
                    default -> stream();
                }
            }
            return this;
        }

        private void stream() {
            try (Connection connection = server.open("GET", "/events?topic=" + topic)) {
                if (random.nextInt(4) > 0) {
                    Answer head = connection.head();
                    head.assertStatus(200);
                    assertThat(head.field("Content-Type")).isEqualTo("text/event-stream");
                    checkEvents(new String(connection.some(random.nextInt(4000)), StandardCharsets.ISO_8859_1));
                }
                connection.reset();
            }
        }

        private void poll() {
            try (Connection connection = server.open("GET", "/events/next?timeout=1&topic=" + topic)) {
                if (random.nextBoolean()) {
                    Answer answer = connection.answer();
                    assertThat(answer.status()).isIn(200, 204, 503);
                    if (answer.status() == 200) {
                        assertThat(answer.text()).contains("\"data\":\"" + topic + " ");
                        events++;
                    }
                }
                connection.reset();
            }
        }

        private void file() {
            try (Connection connection = server.connect("127.0.0.1")) {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    assertThat(connection
                                    .send("GET", "/files/text.txt")
                                    .answer()
                                    .text())
                            .isEqualTo(SuiteFiles.TEXT);
                }
            } catch (UncheckedIOException e) {
                throw new AssertionError("the connection of a file broke", e);
            }
        }

        private void checkEvents(String text) {
            for (String line : text.split("\n", -1)) {
                if (line.startsWith("data: ") && line.length() > "data: cX ".length()) {
                    assertThat(line).startsWith("data: " + topic + " ");
                    events++;
                }
            }
        }
    }
}
