package dev.weir.contract.events;

import dev.weir.contract.server.ContractPart;
import dev.weir.problem.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public interface RefusedPollContract extends ContractPart {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max=0",
                "max=-1",
                "max=",
                "max=x",
                "max=1.5",
                "max=10000000000",
                "timeout=",
                "timeout=x",
                "timeout=-1",
                "timeout=1.5s",
                "timeout=1h",
                "timeout=%201",
                "timeout=10000000000"
            })
    default void l01_aMalformedQueryIsRefused(String query) {
        server().get("/events/next?" + query).assertRefusedWith(Problem.MALFORMED_QUERY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"})
    default void l01_anyOtherMethodIsRefused(String method) {
        server().ask(method, "/events/next").assertRefusedWith(Problem.METHOD_NOT_ALLOWED);
    }
}
