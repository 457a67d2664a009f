package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.SwiftContract;
import dev.weir.contract.clients.RightsContract;
import dev.weir.contract.clients.SignedLinkContract;
import dev.weir.contract.events.CrossOriginContract;
import dev.weir.contract.events.EventStreamContract;
import dev.weir.contract.events.PollContract;
import dev.weir.contract.events.PublishContract;
import dev.weir.contract.events.ResumeContract;
import dev.weir.contract.events.SubscriberContract;
import dev.weir.contract.fault.Fault;
import dev.weir.contract.server.StartedServer;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.OncePerRequestFilter;

/** Plants faults in a server. Exactly the contract tests that belong to the fault must fail. */
class PlantedFaultTest {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=virtual").with(Faults.class);

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_NONE, names = "(EVENTS?|GRANT|LINK|RIGHTS)_.*")
    void exactlyTheTestsOfItsRuleFail(Fault fault) {
        assertThat(fault.plant(Faulty.class)).containsOnlyKeys(fault.tests());
    }

    @ParameterizedTest
    @EnumSource(names = {"EVENT_IS_LOST", "EVENT_COMES_TWICE"}) // the reactive server's test plants the third one
    void exactlyTheTestsOfStreamsFail(Fault fault) {
        assertThat(fault.plant(FaultyStreams.class)).containsOnlyKeys(fault.tests());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ALL, names = "EVENTS_.*")
    void exactlyTheTestsOfEventsFail(Fault fault) {
        assertThat(fault.plant(FaultyEvents.class)).containsOnlyKeys(fault.tests());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ALL, names = "(LINK|RIGHTS)_.*")
    void exactlyTheTestsOfLinksFail(Fault fault) {
        assertThat(fault.plant(FaultyLinks.class)).containsOnlyKeys(fault.tests());
    }

    static final class FaultyLinks implements SignedLinkContract, RightsContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class Faulty implements SwiftContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class FaultyStreams implements EventStreamContract, ResumeContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class FaultyEvents implements SubscriberContract, CrossOriginContract, PollContract, PublishContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class Faults {
        @Bean
        OncePerRequestFilter fault() {
            return new OncePerRequestFilter() {
                @Override
                protected void doFilterInternal(
                        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                        throws ServletException, IOException {
                    Fault fault = Fault.planted();
                    String shown = fault.shows(request.getRequestURI());
                    if (shown != null) {
                        response.setStatus(fault.shownStatus());
                        response.getWriter().write(shown);
                        return;
                    }
                    chain.doFilter(new FaultyRequest(request, fault), new FaultyResponse(request, response, fault));
                }
            };
        }
    }
}
