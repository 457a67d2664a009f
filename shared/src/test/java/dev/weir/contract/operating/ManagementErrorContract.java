package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.http.SecurityContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.problem.ManagementProblems;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests errors of the management port: changes with a wrong field or value (A05), and the form of errors (X01). */
public interface ManagementErrorContract extends ContractPart {
    String SLOW_PLAN = "/actuator/weir/slow";
    String JSON = "Content-Type: application/json";

    /**
     * A change with a wrong field or value is refused, and the error names this field. If this fails, check that {@code
     * ChangeCheck} sees the request before Spring converts the values.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "slow|{\"ratee\":5}|400|ratee: is not known; did you mean rate?",
                "slow|{\"rate\":0,\"max-downloads\":5}|400|max-downloads: is not known; did you mean maxDownloads?",
                "slow|{\"name\":\"fast\",\"rate\":0}|400|name: is not known",
                "slow|{\"planOrGlobal\":\"fast\",\"rate\":0}|400|planOrGlobal: is not known",
                "slow|{\"path\":\"fast\",\"rate\":0}|400|path: is not known",
                "slow?path=fast&rate=0|``|400|path: is not known",
                "slow?path=fast&path=fast|``|400|path: is not known",
                "slow?weight=2&weight=3|``|400|weight: stands more than once",
                "slow?weight=%20|``|400|weight: has no value",
                "slow?weight=%zz|``|400|/problems/malformed-request",
                "slow?weight=3|{\"weight\":2}|400|/problems/fields-twice",
                "slow?weight=3|{\"rate\":0}|400|/problems/fields-twice",
                "slow|{\"weight\":2,\"weight\":3}|400|/problems/malformed-request",
                "slow|{\"blocked\":\" \"}|400|blocked: has no value",
                "slow/x|{\"rate\":0}|404|/problems/unknown-plan",
                "slow|{\"chunk\":4096}|400|chunk: is not known",
                "global|{\"rat\":5}|400|rat: is not known; did you mean rate?",
                "slow|{\"blocked\":\"maybe\"}|400|blocked: 'maybe' is not true or false",
                "slow|{\"rate\":\"5XB\"}|400|rate: '5XB' is not a size",
                "slow|{\"rate\":1.5}|400|rate: '1.5' is not a size",
                "slow|{\"weight\":\"1KB\"}|400|weight: '1KB' is not a whole number",
                "slow|{\"weight\":\"\"}|400|weight: has no value",
                "slow|{\"weight\":null}|400|weight: has no value",
                "slow|{\"rate\":[5]}|400|rate: must be",
                "slow|{\"rate\":{\"to\":5}}|400|rate: must be",
                "slow|[5]|400|/problems/malformed-request"
            })
    default void a05_aWrongFieldOrValueIsNamedAndChangesNothing(String name, String body, int status, String detail) {
        String before = plans();
        Answer answer = manage("POST", "/actuator/weir/" + name, body, JSON);
        answer.assertStatus(status);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text()).contains(detail);
        assertThat(plans()).isEqualTo(before);
    }

    @Test
    default void a05_theActuatorTakesSizesAsTheConfigurationDoes() {
        try {
            manage("POST", SLOW_PLAN, "{\"rate\":\"5MB\",\"capacity\":\"6MB\"}", JSON)
                    .assertStatus(204);
            assertThat(plans()).contains("\"slow\":{\"rate\":5242880,\"capacity\":6291456,");
            manage("POST", SLOW_PLAN, "{\"rate\":\"40960\"}", JSON).assertStatus(204);
            assertThat(plans()).contains("\"slow\":{\"rate\":40960,\"capacity\":6291456,");
        } finally {
            manage("POST", SLOW_PLAN, "{\"rate\":40960,\"capacity\":4096}", JSON)
                    .assertStatus(204);
        }
    }

    /** If this fails, check whether Spring or the web server answers before the filter of the management port. */
    @Test
    default void x01_eachErrorOfManagementIsAProblem() {
        for (String target : new String[] {
            "/",
            "/nothing",
            "/error",
            "/files",
            "/actuator/nothing",
            "/actuator/metrics/nothing",
            "/actuator/health/nothing"
        }) {
            manage("GET", target, "").assertRefusedWith(Problem.UNKNOWN_ENDPOINT);
        }
        manage("POST", "/actuator/weir/nobody", "{}", JSON).assertRefusedWith(Problem.UNKNOWN_PLAN);
        manage("POST", SLOW_PLAN, "{", JSON).assertRefusedWith(Problem.MALFORMED_REQUEST);
        manage("POST", SLOW_PLAN, "rate=5", "Content-Type: text/plain").assertRefusedWith(Problem.NOT_JSON);
        manage("GET", "/actuator/weir", "", "Accept: image/png").assertRefusedWith(Problem.NOT_ACCEPTABLE);
        assertNotAllowed("DELETE", SLOW_PLAN, "POST");
        assertNotAllowed("PUT", "/actuator/weir", "GET");
        assertNotAllowed("POST", "/actuator/health", "GET");
        assertThat(manage("HEAD", "/nothing", "").status()).isEqualTo(404);
        assertNotAllowed("TRACE", "/actuator/weir", "GET");
    }

    /**
     * The web server itself refuses a malformed request, before Spring sees it. If this fails, check
     * {@code ManagementLoops} on Netty and {@code ManagementConnector} on Tomcat.
     */
    @ParameterizedTest
    @ValueSource(strings = {"GET /actuator/we%ir HTTP/1.1", "GET /{long} HTTP/1.1", "garbage"})
    default void x01_aRequestThatTheWebServerCannotReadIsAProblem(String line) {
        String request = line.replace("{long}", "x".repeat(20_000)) + "\r\nHost: localhost\r\n\r\n";
        try (Connection connection = connect()) {
            Answer answer =
                    connection.send(request.getBytes(StandardCharsets.US_ASCII)).answer();
            answer.assertRefusedWith(Problem.MALFORMED_REQUEST);
            SecurityContract.assertData(answer);
        }
    }

    /**
     * Tomcat refuses unsupported requests with 501, 505 or 417. Netty serves some of them. If this fails, check what
     * {@link ManagementProblems} returns for the status of the response.
     */
    @ParameterizedTest
    @CsvSource({
        "CONNECT localhost:80 HTTP/1.1, X: 0",
        "GET /actuator/weir HTTP/3.7, X: 0",
        "POST /actuator/weir/slow HTTP/1.1, Transfer-Encoding: gzip",
        "GET /actuator/weir HTTP/1.1, Expect: nothing"
    })
    default void x01_aRequestThatTheWebServerDoesNotSupportIsATypedProblem(String line, String field) {
        byte[] request = (line + "\r\nHost: localhost\r\n" + field + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        try (Connection connection = connect()) {
            Answer answer = connection.send(request).answer();
            if (answer.status() >= 400) {
                assertThat(answer.text()).contains("\"type\":\"/problems/").contains("\"status\":" + answer.status());
            }
        }
    }

    /** If this fails, check which limit the web framework has for the body. It must be the same on both servers. */
    @Test
    default void x02_aBodyThatIsTooLargeIsRefusedAndChangesNothing() {
        String before = plans();
        String change = "{\"weight\":2}";
        String padded = " ".repeat(ManagementProblems.MOST_BODY_BYTES + 1 - change.length()) + change;
        manage("POST", SLOW_PLAN, padded, JSON).assertRefusedWith(Problem.CHANGE_TOO_LARGE);
        manage(
                        "POST",
                        SLOW_PLAN,
                        change.replace("2", "\"" + " ".repeat(ManagementProblems.MOST_BODY_BYTES) + "\""),
                        JSON)
                .assertRefusedWith(Problem.CHANGE_TOO_LARGE);
        try (Connection connection = connect()) {
            connection
                    .sendOfUnknownLength("POST", SLOW_PLAN, padded, List.of(), JSON)
                    .answer()
                    .assertRefusedWith(Problem.CHANGE_TOO_LARGE);
        }
        assertThat(plans()).isEqualTo(before);
        try {
            manage("POST", SLOW_PLAN, padded.substring(1), JSON).assertStatus(204);
            assertThat(plans()).isNotEqualTo(before);
        } finally {
            manage("POST", SLOW_PLAN, "{\"weight\":1}", JSON).assertStatus(204);
        }
        assertThat(plans()).isEqualTo(before);
    }

    @Test
    default void a01_aChangeWithoutABodyNeedsNoContentType() {
        try {
            manage("POST", SLOW_PLAN + "?rate=40961&capacity=4097", "").assertStatus(204);
            assertThat(plans()).contains("\"slow\":{\"rate\":40961,\"capacity\":4097,");
        } finally {
            manage("POST", SLOW_PLAN + "?rate=40960&capacity=4096", "").assertStatus(204);
        }
        manage("POST", "/actuator/weir/nobody", "").assertRefusedWith(Problem.UNKNOWN_PLAN);
        manage("POST", "/actuator/weir", "")
                .assertStatus(manage("POST", "/actuator/weir", "", JSON).status());
    }

    private void assertNotAllowed(String method, String target, String allowed) {
        Answer answer = manage(method, target, "", JSON);
        answer.assertStatus(405);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text()).isEqualTo(Problem.METHOD_NOT_ALLOWED.json());
        assertThat(answer.field("Allow")).contains(allowed).doesNotContain("DELETE");
        SecurityContract.assertData(answer);
    }

    private String plans() {
        return manage("GET", "/actuator/weir", "").text().replaceAll("\"clients\".*", "");
    }

    private Answer manage(String method, String target, String body, String... fields) {
        try (Connection connection = connect()) {
            if (body.isEmpty()) {
                return connection.send(method, target, fields).answer();
            }
            byte[] content = body.getBytes(StandardCharsets.UTF_8);
            String[] all = new String[fields.length + 1];
            System.arraycopy(fields, 0, all, 0, fields.length);
            all[fields.length] = "Content-Length: " + content.length;
            return connection.send(method, target, content, all).answer();
        }
    }

    private Connection connect() {
        return Transport.CLEAR.connect("127.0.0.1", server().managementPort());
    }
}
