package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.http.SecurityContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which requests the management port answers, and the header fields of its answers (rules X01, X03, X06). */
public interface ManagementContract extends ContractPart {
    String PLAN = "/actuator/weir/few";

    /**
     * The management port refuses a request whose Host field has a foreign name. Otherwise, an attacker's page could
     * resolve its own name to this machine, and so read from the port (DNS rebinding).
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:{port}",
                "localhost.evil.example:{port}",
                "evil.localhost",
                "127.0.0.1.evil.example",
                "127.0.0.2:{port}",
                "10.0.0.1",
                "[::2]:{port}",
                "[::ffff:7f00:2]",
                "0.0.0.0"
            })
    default void x03_managementAnswersNoHostThatItDoesNotKnow(String host) {
        String field = "Host: " + host.replace("{port}", "" + server().managementPort());
        for (String target : new String[] {"/actuator/weir", "/actuator/threaddump", "/actuator", "/nothing", "/"}) {
            manage("GET", target, "", field).assertRefusedWith(Problem.UNKNOWN_HOST);
        }
        manage("POST", PLAN, "{\"blocked\":true}", field).assertRefusedWith(Problem.UNKNOWN_HOST);
        server().get("/files/text.txt", "X-API-Key: " + SuiteSettings.FEW_KEY).assertStatus(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LocalHost:{port}", "localhost.", "127.0.0.1", "127.0.0.1:{port}", "[::1]:{port}"})
    default void x03_managementAnswersTheHostsThatItKnows(String host) {
        String field = "Host: " + host.replace("{port}", "" + server().managementPort());
        manage("GET", "/actuator/weir", "", field).assertStatus(200);
        manage("POST", PLAN, "{\"blocked\":false}", field).assertStatus(204);
    }

    /** The management port refuses changes from a web page of another origin. Another port is another origin, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Origin: https://evil.example|X: x",
                "Origin: null|X: x",
                "Origin: http://localhost:1|X: x",
                "Origin: http://localhost|X: x",
                "Origin: |X: x",
                "Origin: http://localhost:{port}.evil.example|X: x",
                "Sec-Fetch-Site: cross-site|X: x",
                "Sec-Fetch-Site: same-site|X: x",
                "Sec-Fetch-Site: cross-site|Origin: http://localhost:{port}",
            })
    default void x03_managementTakesNoChangeFromAPageOfAnotherOrigin(String one, String other) {
        String port = "" + server().managementPort();
        String[] fields = {"Host: localhost:" + port, one.replace("{port}", port), other.replace("{port}", port)};
        manage("POST", PLAN, "{\"blocked\":true}", fields).assertRefusedWith(Problem.FOREIGN_ORIGIN);
        manage("DELETE", PLAN, "", fields).assertRefusedWith(Problem.FOREIGN_ORIGIN);
        server().get("/files/text.txt", "X-API-Key: " + SuiteSettings.FEW_KEY).assertStatus(200);
        Answer read = manage("GET", "/actuator/weir", "", fields);
        read.assertStatus(200);
        assertThat(read.field("Access-Control-Allow-Origin")).isNull();
    }

    /** Unlike the management port, the port for clients answers requests with any Host field. */
    @Test
    default void x03_clientsMayCallTheServerByAnyName() {
        server().get("/files/text.txt", "Host: evil.example", "Origin: https://evil.example")
                .assertStatus(200);
    }

    @Test
    default void x03_managementTakesChangesFromItsOwnOrigin() {
        String host = "localhost:" + server().managementPort();
        manage(
                        "POST",
                        PLAN,
                        "{\"blocked\":false}",
                        "Host: " + host,
                        "Origin: http://" + host,
                        "Sec-Fetch-Site: same-origin")
                .assertStatus(204);
    }

    @Test
    default void x06_managementsAnswersAreForNoPage() {
        SecurityContract.assertData(manage("GET", "/actuator/weir", ""));
        SecurityContract.assertData(manage("GET", "/nothing", ""));
    }

    /**
     * A body that the management port cannot read gets 400 with a problem document (RFC 9457), and changes nothing. If
     * this fails, check which component answers before the actuator endpoint.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "",
                "[]",
                "1",
                "null",
                "{\"blocked\":true",
                "{\"rate\":1e99999999999}",
                "{\"rate\":99999999999999999999}",
                "{\"rate\":{}}",
                "{\"rate\":[1]}",
                "{\"rate\":\"\\ud800\"}",
                "{\"weight\":1.5}",
                "{\"blocked\":\"perhaps\"}",
                "{\"blocked\":true} x",
                "{'blocked':true}",
                "\u0000"
            })
    default void x01_aBodyThatManagementDoesNotUnderstandIsAProblem(String body) {
        Answer before = manage("GET", "/actuator/weir", "");
        Answer answer = manage("POST", PLAN, body);
        if (answer.status() == 204) { // the body was accepted as empty
            assertThat(body).isIn("", "null", "{}");
            return;
        }
        answer.assertStatus(400);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text())
                .doesNotContain("Exception")
                .doesNotContain("jackson")
                .doesNotContain("springframework");
        assertThat(plans(manage("GET", "/actuator/weir", ""))).isEqualTo(plans(before));
    }

    /**
     * The second request waits until the first is answered, and then gets its answer at once. If this fails, check
     * whether the web server still reads the connection.
     */
    @Test
    default void x02_managementAnswersTheRequestAfterAPipelinedOne() {
        String metrics = "GET /actuator/prometheus HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String refused = metrics.replace("localhost", "evil.example");
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", server().managementPort())) {
            connection.send((metrics + refused).getBytes(StandardCharsets.US_ASCII));
            connection.answer().assertStatus(200);
            connection.answer().assertRefusedWith(Problem.UNKNOWN_HOST);
            connection.send("GET", "/actuator/health/readiness").answer().assertStatus(200);
        }
    }

    private static String plans(Answer state) {
        return state.text().replaceAll("\"clients\".*", "").replaceAll(".*\"plans\"", "");
    }

    private Answer manage(String method, String target, String body, String... fields) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String[] all = new String[fields.length + 2];
        System.arraycopy(fields, 0, all, 0, fields.length);
        all[fields.length] = "Content-Type: application/json";
        all[fields.length + 1] = "Content-Length: " + content.length;
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", server().managementPort())) {
            return method.equals("GET")
                    ? connection.send(method, target, fields).answer()
                    : connection.send(method, target, content, all).answer();
        }
    }
}
