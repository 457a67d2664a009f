package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ForgetfulReader;
import dev.weir.cluster.RedisLink;
import dev.weir.contract.EventClusterContract;
import dev.weir.contract.Fault;
import dev.weir.contract.NetworkClusterContract;
import dev.weir.contract.RedisProxy;
import dev.weir.contract.RedisServer;
import dev.weir.contract.RunningServer;
import dev.weir.contract.StartedServer;
import dev.weir.events.EventLog;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;

/** The cluster contract finds what is wrong with a node, and nothing else. */
class PlantedClusterFaultTest {
    @Order(1)
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    @Order(2)
    @RegisterExtension
    static final RedisProxy FIRST_NETWORK = RedisProxy.to(REDIS);

    @Order(3)
    @RegisterExtension
    static final RedisProxy SECOND_NETWORK = RedisProxy.to(REDIS);

    @Order(4)
    @RegisterExtension
    static final RedisProxy FORGETFUL_NETWORK = RedisProxy.to(REDIS);

    @Order(5)
    @RegisterExtension
    static final StartedServer FIRST = StartedServer.of(
                    ServletServer.class, FIRST_NETWORK.setting(), "--weir.model=virtual")
            .with(PlantedFaultTest.Faults.class);

    @Order(6)
    @RegisterExtension
    static final StartedServer SECOND = StartedServer.of(
                    ServletServer.class, SECOND_NETWORK.setting(), "--weir.model=virtual")
            .with(PlantedFaultTest.Faults.class);

    @Order(7)
    @RegisterExtension
    static final StartedServer FORGETFUL = StartedServer.of(
                    ServletServer.class,
                    FORGETFUL_NETWORK.setting(),
                    "--weir.model=virtual",
                    "--spring.main.allow-bean-definition-overriding=true")
            .with(Forgetful.class);

    @Test
    void aRepeatThatIsPublishedAgainIsFound() {
        assertThat(Fault.EVENTS_ARE_PUBLISHED_AGAIN.plant(Repeating.class))
                .containsOnlyKeys(
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
        public RedisServer redis() {
            return REDIS;
        }

        @Override
        public List<RedisProxy> networks() {
            return List.of(FIRST_NETWORK, SECOND_NETWORK);
        }

        @Override
        public List<RunningServer> nodes() {
            return List.of(FIRST, SECOND);
        }
    }

    static final class Reconnecting implements NetworkClusterContract {
        @Override
        public RedisServer redis() {
            return REDIS;
        }

        @Override
        public List<RedisProxy> networks() {
            return List.of(FIRST_NETWORK, FORGETFUL_NETWORK);
        }

        @Override
        public List<RunningServer> nodes() {
            return List.of(FIRST, FORGETFUL);
        }
    }

    static final class Forgetful {
        /** Replaces the bean of the same name. */
        @Bean
        ForgetfulReader logReader(RedisLink link, EventLog sharedEventLog) {
            return new ForgetfulReader(link, sharedEventLog);
        }
    }
}
