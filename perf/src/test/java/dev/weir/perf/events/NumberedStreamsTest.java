package dev.weir.perf.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.events.ScriptedEvents.Fault;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Waiting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NumberedStreamsTest {
    private static final int SUBSCRIBERS = 3;
    private static final int EVENTS = 5;
    private static final Duration LONGEST_AWAY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Generator generator = new Generator(false);

    @AfterEach
    void close() {
        generator.close();
    }

    private NumberedStreams listen(ScriptedEvents... servers) throws InterruptedException {
        List<InetSocketAddress> addresses =
                List.of(servers).stream().map(ScriptedEvents::address).toList();
        NumberedStreams streams = new NumberedStreams(generator, addresses, "", 2, 1);
        generator.execute(() -> streams.start(SUBSCRIBERS, 0, 0, Duration.ofMillis(1)));
        until(() -> streams.ready() == SUBSCRIBERS);
        return streams;
    }

    private static void publish(ScriptedEvents server) throws IOException {
        try (Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            for (int number = 0; number < EVENTS; number++) {
                byte[] text = EventRecorder.text(System.nanoTime(), number);
                socket.getOutputStream()
                        .write(("POST /events HTTP/1.1\r\nAuthorization: Bearer " + EventAudience.TOKEN
                                        + "\r\nContent-Type: text/plain\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(text);
                assertThat(socket.getInputStream().readNBytes(49)).asString().endsWith("{\"id\":\"e-1\"}");
            }
        }
    }

    private void until(Callable<Boolean> condition) throws InterruptedException {
        assertThat(Waiting.holds(PATIENCE, () -> generator.ask(condition)))
                .as("it comes about")
                .isTrue();
    }

    private Seen seen(NumberedStreams streams) throws InterruptedException {
        return generator.ask(() -> streams.seen(EVENTS));
    }

    @ParameterizedTest
    @CsvSource({"NONE,0,0,0", "LEAVES_OUT,3,0,0", "REPEATS,0,3,0", "ENDS,0,0,3"})
    void eachEventMustComeOnceAlsoAfterALostConnection(Fault fault, long lost, long twice, long cutOff)
            throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(fault)) {
            NumberedStreams streams = listen(server);
            publish(server);
            until(() -> streams.missing(EVENTS) == 0 && streams.ready() == SUBSCRIBERS);
            Seen seen = seen(streams);
            assertThat(List.of(seen.lost(), seen.twice(), seen.cutOff())).containsExactly(lost, twice, cutOff);
            assertThat(seen.errors()).isEmpty();
            assertThat(seen.micros(0).getTotalCount() + seen.micros(1).getTotalCount())
                    .isEqualTo((EVENTS - 1) * SUBSCRIBERS - lost);
        }
    }

    @Test
    void anEventThatNobodyPublishedIsAnError() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.CHANGES)) {
            NumberedStreams streams = listen(server);
            publish(server);
            until(() -> !streams.seen(EVENTS).errors().isEmpty());
            assertThat(seen(streams).missing()).isPositive();
        }
    }

    @Test
    void aSubscriberComesToTheNextServerWhenItsOwnIsGone() throws Exception {
        try (ScriptedEvents gone = new ScriptedEvents(Fault.ENDS);
                ScriptedEvents other = new ScriptedEvents(Fault.NONE)) {
            NumberedStreams streams = listen(gone, other);
            publish(other);
            publish(gone);
            until(() -> streams.missing(EVENTS) == 0);
            assertThat(seen(streams).cutOff()).isEqualTo(SUBSCRIBERS);
            assertThat(other.clients()).hasSize(SUBSCRIBERS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "OTHER_SHAPE"}) // the first id: of the start of the log, or of the first event
    void allMayResumeFromTheirFirstId(Fault fault) throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(fault)) {
            NumberedStreams streams = listen(server);
            publish(server);
            until(() -> streams.missing(EVENTS) == 0);
            generator.execute(streams::again);
            until(() -> streams.missing(EVENTS) == 0 && streams.ready() == SUBSCRIBERS);
            assertThat(seen(streams).lost() + seen(streams).twice()).isZero();
            assertThat(server.clients()).hasSize(2 * SUBSCRIBERS);
        }
    }

    @Test
    void aSubscriberThatIsAwayComesBackOnceWhenAllResume() throws Exception {
        try (ScriptedEvents ending = new ScriptedEvents(Fault.ENDS);
                ScriptedEvents other = new ScriptedEvents(Fault.NONE)) {
            NumberedStreams streams = listen(ending, other);
            publish(other);
            publish(ending);
            until(() -> {
                boolean away = streams.cutOff() == SUBSCRIBERS;
                if (away) {
                    streams.again();
                }
                return away;
            });
            // By then, each subscriber that was away has connected again: its timer is earlier than this one.
            generator
                    .askAt(System.nanoTime() + LONGEST_AWAY.toNanos(), () -> true)
                    .get();
            until(() -> streams.missing(EVENTS) == 0);
            assertThat(generator.connections()).isEqualTo(SUBSCRIBERS);
            assertThat(seen(streams).lost() + seen(streams).twice()).isZero();
        }
    }
}
