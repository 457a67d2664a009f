package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ForgetfulReader;
import dev.weir.cluster.RedisLink;
import dev.weir.contract.cluster.Cluster;
import dev.weir.contract.cluster.EventClusterContract;
import dev.weir.contract.cluster.NetworkClusterContract;
import dev.weir.contract.cluster.RedisProxy;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.fault.Fault;
import dev.weir.contract.server.StartedServer;
import dev.weir.events.EventLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;

/**
 * Plants faults in nodes of a cluster. Exactly those tests of the cluster contract that belong to a fault must fail.
 */
class PlantedClusterFaultTest {
    @RegisterExtension
    static final Cluster CLUSTER = Cluster.of(
            RedisServer.start(),
            network -> node(network).with(PlantedFaultTest.Faults.class),
            network -> node(network).with(PlantedFaultTest.Faults.class),
            network -> node(network, "--spring.main.allow-bean-definition-overriding=true")
                    .with(Forgetful.class));

    private static StartedServer node(RedisProxy network, String... more) {
        List<String> settings = new ArrayList<>(List.of(network.setting(), "--weir.model=virtual"));
        settings.addAll(List.of(more));
        return StartedServer.of(ServletServer.class, settings.toArray(String[]::new));
    }

    @Test
    void aRepeatThatIsPublishedAgainIsFound() {
        assertThat(Fault.EVENTS_ARE_PUBLISHED_AGAIN.plant(Repeating.class))
                .containsOnlyKeys(
                        "p01_aBatchIsOneStepForAllNodes",
                        "p01_aRepeatAfterALostAnswerGetsTheFirstId",
                        "p01_aRepeatAtAnotherNodeAnswersTheFirstId",
                        "p05_withoutRedisNothingIsAcknowledgedAndStreamsStayOpen");
    }

    @Test
    void aReaderThatLosesEventsWhenItReconnectsIsFound() {
        assertThat(Fault.NONE.plant(Reconnecting.class))
                .containsOnlyKeys("e03_aNodeThatWasCutOffFromRedisMissesNothing");
    }

    static final class Repeating implements EventClusterContract, NetworkClusterContract {
        @Override
        public Cluster cluster() {
            return CLUSTER.only(0, 1);
        }
    }

    static final class Reconnecting implements NetworkClusterContract {
        @Override
        public Cluster cluster() {
            return CLUSTER.only(0, 2);
        }
    }

    static final class Forgetful {
        /** Replaces the server's bean of this name by a reader that loses events when it reconnects. */
        @Bean
        ForgetfulReader logReader(RedisLink link, EventLog sharedEventLog) {
            return new ForgetfulReader(link, sharedEventLog);
        }
    }
}
