package dev.weir.servlet.idiomatic.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.downloads.ThrottleContract;
import dev.weir.contract.fault.Fault;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import dev.weir.throttle.Throttle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;

/**
 * Plants faults in the code that writes downloads. Each planted {@link Fault} names contract tests of the throttle.
 * Exactly these tests must fail.
 */
class BrokenBodyTest {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(
                    ServletServer.class, "--weir.model=virtual", "--weir.style=idiomatic")
            .with(Broken.class);

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "GRANT_.*")
    void exactlyTheTestsOfItsRuleFail(Fault fault) {
        assertThat(fault.plant(BrokenBody.class)).containsOnlyKeys(fault.tests());
    }

    static final class BrokenBody implements ThrottleContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class Broken {
        @Bean
        static BeanPostProcessor twin(ObjectProvider<Throttle> throttle) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof BodyWriter ? new BrokenBodyWriter(throttle.getObject()) : bean;
                }
            };
        }
    }
}
