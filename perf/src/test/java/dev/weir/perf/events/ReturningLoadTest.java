package dev.weir.perf.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.events.ScriptedEvents.Fault;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReturningLoadTest {
    private static final int CLIENTS = 5;
    private static final int EVENTS = 200;
    private static final int EVENTS_A_SECOND = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Generator generator = new Generator(true);

    @AfterEach
    void close() {
        generator.close();
    }

    private ReturningLoad stormed(ScriptedEvents server) throws InterruptedException {
        ReturningLoad load = new ReturningLoad(generator, server.address());
        generator.execute(() -> load.start(CLIENTS, Duration.ofMillis(1)));
        until(() -> load.ready() == CLIENTS);
        Window window = Window.after(Duration.ofMillis(20), Duration.ofMillis(EVENTS));
        generator.execute(() -> load.storm(window, EVENTS_A_SECOND, new SplittableRandom(1)));
        until(() -> load.published() == EVENTS && server.published() == EVENTS && load.returned() == CLIENTS);
        return load;
    }

    private void until(Callable<Boolean> condition) throws InterruptedException {
        long endNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!generator.ask(condition)) {
            assertThat(System.nanoTime()).as("it does not come about").isLessThan(endNanos);
            Thread.sleep(1);
        }
    }

    @Test
    void aClientThatComesBackGetsEveryEventOnce() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.NONE)) {
            ReturningLoad load = stormed(server);
            until(() -> load.missing() == 0);
            assertThat(generator.ask(load::recording).errors()).isEmpty();
            assertThat(generator.ask(load::ready)).isEqualTo(2 * CLIENTS);
        }
    }

    @Test
    void aClientThatIsCutOffComesBackToo() throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(Fault.ENDS)) {
            ReturningLoad load = stormed(server);
            until(() -> load.missing() == 0);
            assertThat(generator.ask(load::recording).errors()).isEmpty();
            assertThat(generator.ask(load::cutOff)).isBetween(1, CLIENTS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FORGETS", "LEAVES_OUT", "REPEATS", "CHANGES", "REFUSES"})
    void eachFaultOfTheServerIsSeen(Fault fault) throws Exception {
        try (ScriptedEvents server = new ScriptedEvents(fault)) {
            ReturningLoad load = new ReturningLoad(generator, server.address());
            generator.execute(() -> load.start(CLIENTS, Duration.ofMillis(1)));
            until(() -> load.ready() == CLIENTS);
            Window window = Window.after(Duration.ofMillis(20), Duration.ofMillis(EVENTS));
            generator.execute(() -> load.storm(window, EVENTS_A_SECOND, new SplittableRandom(1)));
            until(() -> !load.recording().errors().isEmpty());
            assertThat(generator.ask(load::missing)).isPositive();
        }
    }
}
