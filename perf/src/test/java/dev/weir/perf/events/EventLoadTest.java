package dev.weir.perf.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.events.EventLoad.Kind;
import dev.weir.perf.events.ScriptedEvents.Fault;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EventLoadTest {
    private static final int CLIENTS = 3;

    private final Generator generator = new Generator(true);

    @AfterEach
    void close() {
        generator.close();
    }

    private EventLoad started(ScriptedEvents server, Kind kind, int together) throws InterruptedException {
        EventLoad load = new EventLoad(generator, server.address(), kind, together);
        generator.execute(() -> load.start(CLIENTS, Duration.ofMillis(1)));
        until(() -> load.ready() == CLIENTS);
        return load;
    }

    private void until(Callable<Boolean> condition) throws InterruptedException {
        while (!generator.ask(condition)) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STREAMS, NONE, 1",
        "STREAMS, OTHER_SHAPE, 1",
        "STREAMS, NONE, 10",
        "POLLS, NONE, 1",
        "POLLS, OTHER_SHAPE, 4"
    })
    void everyEventReachesEveryClientOnce(Kind kind, Fault shape, int together) throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(shape)) {
            EventLoad load = started(server, kind, together);
            generator.execute(() -> load.publishAsHeard(true));
            until(() -> load.deliveries() >= 300);
            generator.execute(() -> load.publishAsHeard(false));
            until(load::isQuiet);
            assertThat(generator.ask(load::recording).errors()).isEmpty();
            assertThat(generator.ask(load::deliveries)).isEqualTo((long) CLIENTS * server.published());
        }
    }

    @Test
    void everySubscriberHasAnAddressOfItsOwn() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.NONE)) {
            var _ = started(server, Kind.STREAMS, 1);
            assertThat(server.clients()).hasSize(CLIENTS).doesNotHaveDuplicates();
        }
    }

    /** The load must publish 200 events a second, two at a time. So 40 events must be counted in a window of 200 ms. */
    @Test
    void thePlanIsKeptAndCountsByItsInstants() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.NONE)) {
            EventLoad load = started(server, Kind.STREAMS, 2);
            Window window = Window.after(Duration.ofMillis(50), Duration.ofMillis(200));
            generator.execute(() -> load.publish(window, 200));
            until(() -> load.deliveries() == 40 * CLIENTS && load.isQuiet());
            EventRecorder.EventRecording recording = generator.ask(load::recording);
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.planned()).isEqualTo(40 * CLIENTS);
            assertThat(recording.latencyMicros().getTotalCount()).isEqualTo(40 * CLIENTS);
            assertThat(recording.lastMicros().getTotalCount()).isEqualTo(40);
            assertThat(server.published()).isEqualTo(40);
        }
    }

    /** The first of five events is published before the window. Only the other four must count as planned. */
    @Test
    void anEventCanPrecedeTheWindow() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.NONE)) {
            EventLoad load = started(server, Kind.POLLS, 1);
            Window window = Window.after(Duration.ofMillis(200), Duration.ofMillis(200));
            generator.execute(() -> load.publish(window, 20, 1)); // one event every 50 ms
            until(() -> load.deliveries() == 5 * CLIENTS && load.isQuiet());
            EventRecorder.EventRecording recording = generator.ask(load::recording);
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.planned()).isEqualTo(4 * CLIENTS);
            assertThat(recording.pollMicros().getTotalCount()).isPositive();
        }
    }

    /** The server answers one poll of each client without an event. These answers must be counted. */
    @Test
    void anAnswerWithoutAnEventIsCounted() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.EMPTY)) {
            EventLoad load = started(server, Kind.POLLS, 1);
            generator.execute(() -> load.measure(Window.after(Duration.ZERO, Duration.ofHours(1))));
            generator.execute(() -> load.publishAsHeard(true));
            until(() -> load.deliveries() >= 10 * CLIENTS);
            generator.execute(() -> load.publishAsHeard(false));
            until(load::isQuiet);
            EventRecorder.EventRecording recording = generator.ask(load::recording);
            assertThat(recording.errors()).isEmpty();
            assertThat(recording.emptyAnswers()).isEqualTo(CLIENTS);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STREAMS, LEAVES_OUT, an event was left out",
        "STREAMS, REPEATS, an event twice",
        "STREAMS, CHANGES, an event that nobody published",
        "STREAMS, ENDS, the server closed the connection",
        "POLLS, LEAVES_OUT, an event was left out",
        "POLLS, REPEATS, an event twice",
        "POLLS, CHANGES, an event that nobody published",
        "POLLS, ENDS, the server closed the connection"
    })
    void eachFaultIsAnErrorOfEveryClient(Kind kind, Fault fault, String reason) throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(fault)) {
            EventLoad load = started(server, kind, 4); // the fourth event shows a client that the third is missing
            generator.execute(() -> load.publishAsHeard(true));
            until(() -> load.recording().errors().getOrDefault(reason, 0L) == CLIENTS);
            assertThat(generator.ask(load::recording).errors()).containsOnlyKeys(reason);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anEventThatDoesNotComeIsAnError(Kind kind) throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.NEVER_COMES)) {
            EventLoad load = started(server, kind, 4);
            generator.execute(() -> load.publishAsHeard(true));
            until(() -> load.deliveries() == 2 * CLIENTS);
            assertThat(generator.ask(load::isQuiet)).isFalse();
            assertThat(generator.ask(load::recording).errors())
                    .isEqualTo(Map.of("an event did not come", 2L * CLIENTS));
        }
    }

    @Test
    void aClientThatMayNotPublishIsToldOnce() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.REFUSES)) {
            EventLoad load = started(server, Kind.STREAMS, 3);
            generator.execute(() -> load.publishAsHeard(true));
            until(() -> load.recording().errors().containsKey("publishing: status 401"));
            assertThat(generator.ask(load::recording).errors())
                    .isEqualTo(Map.of("publishing: status 401", 1L, "an event did not come", 3L * CLIENTS));
        }
    }

    @Test
    void aPollThatTheLoadBreaksOffIsNoError() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.NONE)) {
            EventLoad load = started(server, Kind.POLLS, 1);
            generator.execute(load::breakOff);
            until(() -> generator.connections() == 0);
            assertThat(generator.ask(load::recording).errors()).isEmpty();
        }
    }

    @Test
    void aServerThatIsNotThereIsAnError() throws Exception {
        try (Socket nobody = new Socket()) {
            nobody.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0)); // bound, but not listening
            EventLoad load =
                    new EventLoad(generator, (InetSocketAddress) nobody.getLocalSocketAddress(), Kind.STREAMS, 1);
            generator.execute(() -> load.start(1, Duration.ZERO));
            until(() -> !load.recording().errors().isEmpty());
            assertThat(generator.ask(load::recording).errors().keySet())
                    .singleElement()
                    .asString()
                    .startsWith("connect: ");
        }
    }
}
