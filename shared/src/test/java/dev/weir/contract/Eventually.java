package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what must come about, looking often; how long it takes is no matter of the contract. */
final class Eventually {
    private Eventually() {}

    static void meterIs(StartedServer server, String name, double value) {
        await(name)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(server.meter(name)).as(name).isEqualTo(value));
    }

    static void is(String what, Callable<Boolean> condition) {
        await(what)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }
}
