package dev.weir.contract.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Management;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests requests that would change API keys, but have a wrong field or value. They must be refused (rule A05). */
public interface KeyErrorContract extends ContractPart {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST|clients|{\"plan\":\"fast\"}|400|key: needs either this field or sha256",
                "POST|clients|{\"key\":\"x\",\"sha256\":\"00\",\"plan\":\"fast\"}|400|key: needs either",
                "POST|clients|{\"key\":\"x\"}|400|plan: is missing",
                "POST|clients|{\"key\":\"x\",\"plan\":\"nobody\"}|400|plan: there is no plan 'nobody'",
                "POST|clients|{\"sha256\":\"00\",\"plan\":\"fast\"}|400|sha256: ",
                "POST|clients|{\"key\":\"{sha256}00\",\"plan\":\"fast\"}|400|key: ",
                "POST|clients|{\"key\":\" \",\"plan\":\"fast\"}|400|key: has no value",
                "POST|clients|{\"key\":\" x\",\"plan\":\"fast\"}|400|key: must be 1 to 1024",
                "POST|clients|{\"key\":\"\u00e9\",\"plan\":\"fast\"}|400|key: must be 1 to 1024",
                "POST|clients|{\"key\":\"x\",\"plan\":null}|400|plan: has no value",
                "POST|clients|{\"key\":\"x\",\"plan\":[\"fast\"]}|400|plan: must be",
                "POST|clients|{\"keyy\":\"x\",\"plan\":\"fast\"}|400|keyy: is not known; did you mean key?",
                "POST|clients|{\"key\":\"x\",\"plan\":\"fast\",\"plan\":\"slow\"}|400|/problems/malformed-request",
                "POST|clients?plan=fast|{\"key\":\"x\",\"plan\":\"slow\"}|400|/problems/fields-twice",
                "POST|clients?key=x&plan=fast&plan=slow|``|400|plan: stands more than once",
                "DELETE|clients/nobody|``|404|/problems/unknown-client",
                "DELETE|clients/no/body|``|404|/problems/unknown-client",
                "DELETE|clients/nobody?path=somebody|``|400|path: is not known",
                "DELETE|clients/nobody?plan=fast|``|400|plan: is not known",
                "DELETE|clients|``|404|/problems/unknown-client"
            })
    default void a05_aWrongFieldOfAKeyIsNamedAndChangesNothing(
            String method, String target, String body, int status, String detail) {
        String before =
                Management.send(server(), "GET", "/actuator/clients", "").text();
        Answer answer = Management.send(server(), method, "/actuator/" + target, body);
        answer.assertStatus(status);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text()).contains(detail);
        assertThat(Management.send(server(), "GET", "/actuator/clients", "").text())
                .isEqualTo(before);
    }
}
