package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerPlanTest {
    private static final ServerPlan PLAN = plan(204_800, 100);

    private static ServerPlan plan(long rateBytes, long chunkMillis) {
        return new ServerPlan(rateBytes, 5_000_000, Duration.ofMillis(chunkMillis), 10, 300, Cores.APART);
    }

    @ParameterizedTest
    @CsvSource({
        "204800, 100, 20480",
        "204800, 1, 4096",
        "0, 100, 262144",
        "1, 100, 4096",
        "10000000, 10, 100000",
        "100000000, 100, 262144",
        "100000000000, 500, 262144"
    })
    void aGrantIsWorthItsTimeWithinTheContractsBounds(long rateBytes, long chunkMillis, long chunkBytes) {
        assertThat(plan(rateBytes, chunkMillis).chunkBytes(1_000)).isEqualTo(chunkBytes);
    }

    @Test
    void amongManyClientsAGrantIsWorthUpToASecond() {
        assertThat(plan(30_720, 250).chunkBytes(2_000)).isEqualTo(15_360);
        assertThat(plan(30_720, 250).chunkBytes(10_000)).isEqualTo(30_720);
    }

    @Test
    void aGrownGrantFitsIntoASendBuffer() {
        assertThat(plan(204_800, 250).chunkBytes(10_000)).isEqualTo(65_536);
        assertThat(plan(409_600, 250).chunkBytes(10_000)).isEqualTo(102_400);
    }

    @Test
    void aPlansOptionsFollowTheUsual() {
        assertThat(PLAN.with("-Xmx1g").jvm())
                .contains("-Xmx3g", "-Dweir.connections.max=19900", "-Dweir.connections.max-per-address=19900")
                .endsWith("-Xmx1g");
        assertThat(PLAN.jvm()).doesNotContain("-Xmx1g");
    }

    @Test
    void everybodyIsToldTheSameLimits() {
        for (Contender contender : Contender.values()) {
            assertThat(PLAN.arguments(contender))
                    .contains(
                            "--weir.throttle.rate=5000000B",
                            "--weir.throttle.chunk-time=100ms",
                            "--weir.plans.default.rate=204800B",
                            "--weir.plans.default.max-downloads=300",
                            "--weir.plans.default.max-subscribers=300",
                            "--weir.events.max-subscribers=300",
                            "--weir.events.publisher-token=" + EventLoad.TOKEN);
        }
    }

    @Test
    void tomcatIsToldMoreAndOnlyTomcat() {
        assertThat(PLAN.arguments(Contender.ASYNC))
                .contains(
                        "--weir.model=async",
                        "--server.tomcat.threads.max=10",
                        "--server.tomcat.max-connections=19900");
        assertThat(PLAN.arguments(Contender.REACTIVE)).noneMatch(argument -> argument.contains("tomcat"));
    }

    @Test
    void whereThereAreCallsEverybodyHasTheSameKeys() {
        List<String> keys = new SoapKeys(Path.of("keys")).arguments();
        assertThat(keys).contains("--weir.soap.key-store=keys/server.p12", "--weir.soap.time-to-live=5m");
        ServerPlan calls = PLAN.with(new SoapKeys(Path.of("keys")));
        for (Contender contender : Contender.values()) {
            assertThat(calls.arguments(contender)).containsAll(keys);
            assertThat(PLAN.arguments(contender)).doesNotContainAnyElementsOf(keys);
        }
        assertThat(calls.arguments(Contender.REACTIVE_EC)).contains("--weir.soap.signature-key=server-ec");
    }

    @ParameterizedTest
    @CsvSource({
        "STOCK, dev.weir.perf.contender.StockServer",
        "STOCK_CORRETTO, dev.weir.perf.contender.StockServer",
        "SLEEPING, dev.weir.perf.contender.StockTomcat$SleepingServer"
    })
    void theServersOfTheArticlesRunFromThisJarLikeAnyTomcat(Contender contender, String main) {
        Path jar = contender.jar(Path.of("modules"));
        assertThat(jar).isEqualTo(Path.of("modules/perf/target/perf.jar"));
        assertThat(contender.program(jar)).containsExactly("-cp", jar.toString(), main);
        assertThat(Contender.ASYNC.program(jar)).containsExactly("-jar", jar.toString());
        assertThat(PLAN.arguments(contender)).contains("--server.tomcat.max-connections=19900");
        assertThat(PLAN.limits(contender)).containsEntry(ServerLimits.TRANSPORT, "nio");
    }

    @Test
    void manyThreadsAreOneForEachConnectionAndSomeToSpare() {
        assertThat(PLAN.arguments(Contender.BLOCKING)).contains("--server.tomcat.threads.max=10");
        assertThat(PLAN.arguments(Contender.BLOCKING_MANY)).contains("--server.tomcat.threads.max=320");
        assertThat(PLAN.arguments(Contender.BLOCKING_MANY_IDIOMATIC))
                .contains("--server.tomcat.threads.max=320", "--weir.style=idiomatic");
    }

    @Test
    void jettyHasTheThreadsAndConnectionsOfTomcat() {
        assertThat(PLAN.arguments(Contender.BLOCKING_JETTY))
                .contains(
                        "--server.jetty.threads.max=12",
                        "--server.jetty.threads.selectors=1",
                        "--server.jetty.max-connections=19900")
                .noneMatch(argument -> argument.startsWith("--server.tomcat."));
        assertThat(PLAN.arguments(Contender.BLOCKING_IDIOMATIC)).contains("--server.tomcat.max-connections=19900");
        assertThat(PLAN.limits(Contender.ASYNC_JETTY)).containsOnlyKeys(ServerLimits.PROCESSORS);
    }

    @Test
    void listenersThatHoldAThreadEachLeaveSomeToOthers() {
        assertThat(Contender.BLOCKING_JETTY.listeners(1000, 200)).isEqualTo(180);
        assertThat(Contender.BLOCKING.listeners(1000, 200)).isEqualTo(180);
        assertThat(Contender.BLOCKING.listeners(100, 200)).isEqualTo(100);
        assertThat(Contender.BLOCKING_MANY.listeners(1000, 200)).isEqualTo(1000);
        assertThat(Contender.BLOCKING_IDIOMATIC.listeners(1000, 200)).isEqualTo(180);
        assertThat(Contender.VIRTUAL.listeners(1000, 200)).isEqualTo(1000);
    }

    @Test
    void theServerMustReportTheSettingsItWasGiven() {
        assertThat(PLAN.limits(Contender.BLOCKING_MANY))
                .containsEntry(ServerLimits.PROCESSORS, "1")
                .containsEntry(ServerLimits.TRANSPORT, "nio")
                .containsEntry(ServerLimits.CONNECTIONS, "19900")
                .containsEntry(ServerLimits.KEEP_ALIVE, "-1")
                .containsEntry(ServerLimits.THREADS, "320");
        assertThat(PLAN.limits(Contender.REACTIVE))
                .containsOnlyKeys(ServerLimits.PROCESSORS, ServerLimits.TRANSPORT)
                .containsEntry(ServerLimits.TRANSPORT, "epoll");
    }
}
