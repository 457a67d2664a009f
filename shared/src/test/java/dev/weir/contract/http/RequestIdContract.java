package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the ids of requests (A08). A response has the id in X-Request-Id. A trusted proxy may choose the id. */
public interface RequestIdContract extends ContractPart {
    String PROXY = "127.0.99.1";

    List<String> TARGETS = List.of(
            "/files/text.txt",
            "/files/text.txt",
            "/files/none",
            "/files/",
            "/events/next?timeout=0",
            "/ws/calc.wsdl",
            "/nothing",
            "/");

    @Test
    default void a08_eachRequestHasAnIdOfItsOwn() {
        Set<String> ids = new HashSet<>();
        for (String target : TARGETS) {
            String id = server().get(target).field("X-Request-Id");
            assertThat(id).matches("[0-9a-f]{16}");
            ids.add(Objects.requireNonNull(id));
        }
        try (Connection stream = server().open("GET", "/events?topic=ids")) {
            ids.add(Objects.requireNonNull(stream.head().field("X-Request-Id")));
        }
        assertThat(ids).hasSize(TARGETS.size() + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/files/none", "/nothing", "/error", "/events/next?max=x"})
    default void a08_aProblemHasTheIdOfItsRequest(String target) {
        Answer answer = server().get(target);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.member("requestId")).isNotNull().isEqualTo(answer.field("X-Request-Id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7f3a", "4bf92f35-77b3.4da6_A~+/=:@x", "trace:1"})
    default void a08_aTrustedProxyChoosesTheId(String id) {
        Answer answer = from(PROXY, "/files/none", "X-Request-Id: " + id);
        assertThat(answer.field("X-Request-Id")).isEqualTo(id);
        answer.assertRefusedWith(Problem.NOT_FOUND);
        assertThat(answer.member("requestId")).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "with blank", "with\"quote", "two,ids", "<b>"})
    default void a08_anIdThatIsNotWellFormedIsReplaced(String id) {
        assertThat(from(PROXY, "/files/text.txt", "X-Request-Id: " + id).field("X-Request-Id"))
                .matches("[0-9a-f]{16}");
    }

    @Test
    default void a08_aLongIdOrTwoIdsAreReplaced() {
        String longest = "a".repeat(128);
        assertThat(from(PROXY, "/files/text.txt", "X-Request-Id: " + longest).field("X-Request-Id"))
                .isEqualTo(longest);
        assertThat(from(PROXY, "/files/text.txt", "X-Request-Id: a" + longest).field("X-Request-Id"))
                .matches("[0-9a-f]{16}");
        assertThat(from(PROXY, "/files/text.txt", "X-Request-Id: one", "X-Request-Id: two")
                        .field("X-Request-Id"))
                .matches("[0-9a-f]{16}");
    }

    @Test
    default void a08_nobodyElseIsBelieved() {
        assertThat(from("127.0.0.1", "/files/text.txt", "X-Request-Id: mine").field("X-Request-Id"))
                .matches("[0-9a-f]{16}");
    }

    private Answer from(String address, String target, String... ids) {
        String[] fields = Arrays.copyOf(ids, ids.length + 1);
        fields[ids.length] = "X-API-Key: " + SuiteSettings.FAST_KEY;
        try (Connection connection = server().connect(address)) {
            return connection.send("GET", target, fields).answer();
        }
    }
}
