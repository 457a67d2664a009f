package dev.weir.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagementProblemsTest {
    /** A client recognises a problem by its type. So even a status that only Tomcat sends must have a type. */
    @ParameterizedTest
    @CsvSource({
        "400, malformed-request",
        "408, malformed-request",
        "417, malformed-request",
        "501, malformed-request",
        "505, malformed-request",
        "404, unknown-endpoint",
        "500, internal",
        "503, internal"
    })
    void x01_eachStatusHasAType(int status, String type) {
        assertThat(ManagementProblems.json(status, null))
                .contains("\"type\":\"/problems/" + type + "\"")
                .endsWith("\"status\":" + status + "}");
    }
}
