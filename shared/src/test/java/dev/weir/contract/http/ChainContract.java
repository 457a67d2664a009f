package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.WithSetting;
import dev.weir.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code GET /chain}, an experiment in which the server calls itself (A09). It is off by default. */
@WithSetting("--weir.chain.enabled=true")
public interface ChainContract extends ContractPart {
    /**
     * The server calls itself as many times as the query's {@code number} says, and answers with the depth of the last
     * call. A request with a {@code depth} above 0 looks like a call of the server to itself. The answer to such a
     * request must close the connection.
     */
    @ParameterizedTest
    @CsvSource({"number=0, 0", "number=0&delay=1ms, 0", "number=20, 20", "number=20&depth=3&delay=20ms, 23"})
    default void a09_theServerCallsItself(String query, int depth) {
        Answer answer = chain(query);
        answer.assertStatus(200);
        assertThat(answer.field("Content-Type")).isEqualTo("application/json");
        assertThat(answer.text()).isEqualTo("{\"depth\":" + depth + "}");
        assertThat(answer.field("Connection")).isEqualTo(query.contains("depth") ? "close" : null);
    }

    @ParameterizedTest
    @CsvSource({
        "'', number",
        "number=, number",
        "number=-1, number",
        "number=1.5, number",
        "number=20001, number",
        "number=99999999999, number",
        "number=1&depth=20001, depth",
        "number=1&depth=x, depth",
        "number=1&delay=3, delay",
        "number=1&delay=31s, delay"
    })
    default void a09_aBadParameterIsNamed(String query, String named) {
        Answer answer = chain(query);
        assertProblem(answer, Problem.BAD_CHAIN);
        assertThat(answer.member("detail")).startsWith(named + ": must be ");
    }

    /**
     * The server refuses a call with a {@code depth} above 20,000, so the chain stops at depth 20,000. If this fails,
     * check that each level repeats the error text of the next level.
     */
    @Test
    default void a09_aLevelThatFailsIsNamed() {
        Answer answer = chain("number=9&depth=19995");
        assertProblem(answer, Problem.CHAIN_BROKEN);
        assertThat(answer.member("detail")).isEqualTo("the chain stopped at depth 20000: the next level answered 400");
    }

    /**
     * A request with a header field of a proxy is refused, even if it comes from this machine, because the proxy's
     * client may be on another machine.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 198.51.100.1",
                "X-Forwarded-For: 127.0.0.1",
                "Forwarded: for=198.51.100.1",
                "Forwarded: nonsense"
            })
    default void a09_onlyThisMachineMayAsk(String field) {
        for (String address : new String[] {"127.0.0.1", "127.0.99.1"}) {
            try (Connection connection = server().connect(address)) {
                connection.send("GET", "/chain?number=1", field).answer().assertRefusedWith(Problem.NOT_THIS_MACHINE);
            }
        }
    }

    /**
     * The chain takes 29 s, longer than this test waits. If this fails, check that each level cancels its call when its
     * client leaves.
     */
    @Test
    default void a09_aClientThatLeavesEndsTheChain() {
        Eventually.is("no connection", () -> connections() <= 1); // an operator may have one
        try (Connection _ = server().open("GET", "/chain?number=3&delay=29s")) {
            Eventually.is("a connection for each level", () -> connections() >= 4);
        }
        Eventually.is("the end of all levels", () -> connections() <= 1);
    }

    /** If this fails, check that a chain's connections are closed when the chain ends. No later call needs them. */
    @Test
    default void a09_noConnectionStaysBehind() {
        chain("number=5").assertStatus(200);
        chain("number=5&depth=19998").assertStatus(502);
        Eventually.is("no connection", () -> connections() <= 1); // an operator may have one
    }

    private double connections() {
        return server().meter("weir.connections.open");
    }

    private Answer chain(String query) {
        return server().get("/chain?" + query);
    }

    private static void assertProblem(Answer answer, Problem problem) {
        answer.assertStatus(problem.status());
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.member("type")).isEqualTo("/problems/" + problem.type());
    }
}
