package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests limits that an operator changes by the actuator or JMX (T06, A01), and the RateLimit header fields (D14). */
public interface OperatingContract extends ContractPart {
    String SLOW = "X-API-Key: " + SuiteSettings.SLOW_KEY;
    String FEW_PLAN = "X-API-Key: " + SuiteSettings.FEW_KEY;

    @Test
    default void a01_theActuatorTellsEveryBucketAndPlan() throws Exception {
        JsonNode state = state();
        assertThat(state.get("global").propertyNames())
                .containsExactlyInAnyOrder("rate", "capacity", "chunk", "waiting", "active");
        assertThat(state.get("plans").propertyNames())
                .containsExactlyInAnyOrder(
                        "default", "fast", "slow", "crawling", "blocked", "few", "seldom", "publisher", "guest");
        JsonNode slow = state.get("plans").get("slow");
        assertThat(slow.propertyNames())
                .containsExactlyInAnyOrder(
                        "rate",
                        "capacity",
                        "chunk",
                        "weight",
                        "maxDownloads",
                        "maxSubscribers",
                        "requestsPerSecond",
                        "blocked");
        assertThat(slow.get("rate").asLong()).isEqualTo(40 * 1024);
        assertThat(slow.get("chunk").asLong()).as("grown to a second").isEqualTo(40 * 1024);
    }

    @Test
    default void a01_theActuatorTellsHowBusyClientsFare() throws Exception {
        try (Connection waiting = server().open("GET", "/files/data.bin", SLOW)) {
            waiting.head();
            Eventually.is(
                    "a waiting client",
                    () -> told(() -> {
                        JsonNode first = state().get("clients").get(0);
                        return first.get("plan").asString().equals("slow")
                                && first.get("active").asInt() == 1
                                && first.get("granted").asLong() > 0;
                    }));
            assertThat(state().toString()).doesNotContain(SuiteSettings.SLOW_KEY);
        }
    }

    /** The new rate must apply at once. At the old 40 KiB/s, the file would take 25 s, and the read would time out. */
    @Test
    default void t06_theActuatorReachesDownloadsThatWait() throws Exception {
        try (Connection waiting = server().open("GET", "/files/data.bin", SLOW)) {
            waiting.head();
            assertThat(post("slow", "{\"rate\":0}")).isEqualTo(204);
            assertThat(waiting.rest(0).body()).isEqualTo(server().files().data());
            assertThat(state().get("plans").get("slow").get("rate").asLong()).isZero();
        } finally {
            assertThat(post("slow", "{\"rate\":40960}")).isEqualTo(204);
        }
        assertThat(state().get("plans").get("slow").get("chunk").asLong()).isEqualTo(40 * 1024);
        assertThat(state().get("plans").get("slow").get("capacity").asLong()).isEqualTo(4096);
    }

    @Test
    default void t06_aPlanIsBlockedAndLetInAgain() throws Exception {
        assertThat(post("few", "{\"blocked\":true}")).isEqualTo(204);
        server().get("/files/text.txt", FEW_PLAN).assertStatus(403);
        assertThat(post("few", "{\"blocked\":false}")).isEqualTo(204);
        server().get("/files/text.txt", FEW_PLAN).assertStatus(200);
    }

    @Test
    default void t06_aClientThatComesLaterHasTheChangedPlanToo() throws Exception {
        assertThat(post("few", "{\"blocked\":true}")).isEqualTo(204);
        try (Connection connection = server().connect("127.0.7.77")) {
            Eventually.is(
                    "an answer",
                    () -> connection.send("GET", "/files/text.txt").answer().status() != 503);
            connection.send("GET", "/files/text.txt").answer().assertStatus(403);
        } finally {
            assertThat(post("few", "{\"blocked\":false}")).isEqualTo(204);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "slow|{\"rate\":-1}|400|rate",
                "slow|{\"capacity\":1}|400|capacity",
                "slow|{\"weight\":0}|400|weight",
                "slow|{\"weight\":1001}|400|weight",
                "slow|{\"maxDownloads\":0}|400|maxDownloads",
                "slow|{\"requestsPerSecond\":0}|400|requestsPerSecond",
                "slow|{\"rate\":1125899906842625}|400|rate",
                "global|{\"capacity\":-1}|400|capacity",
                "global|{\"weight\":2}|400|weight",
                "nobody|{\"rate\":1}|404|plan"
            })
    default void t06_aChangeThatMakesNoSenseChangesNothing(String name, String body, int status, String named)
            throws Exception {
        JsonNode before = state();
        HttpResponse<String> answer = answer(name, body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(named);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(state().get("plans")).isEqualTo(before.get("plans"));
        assertThat(state().get("global").get("capacity"))
                .isEqualTo(before.get("global").get("capacity"));
    }

    @Needs(Needs.JMX)
    @Test
    default void a05_jmxNamesAnUnknownAttributeAndABadValue() throws Exception {
        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        ObjectName slow = new ObjectName("dev.weir:type=Plan,name=slow");
        assertThatThrownBy(() -> jmx.setAttribute(slow, new Attribute("Ratee", 5L)))
                .isInstanceOf(AttributeNotFoundException.class)
                .hasMessageContaining("Ratee");
        assertThatThrownBy(() -> jmx.setAttribute(slow, new Attribute("Blocked", "maybe")))
                .hasMessageContaining("Blocked");
    }

    @Needs(Needs.JMX)
    @Test
    default void t06_jmxReachesDownloadsThatWait() throws Exception {
        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        ObjectName slow = new ObjectName("dev.weir:type=Plan,name=slow");
        try (Connection waiting = server().open("GET", "/files/data.bin", SLOW)) {
            waiting.head();
            jmx.setAttribute(slow, new Attribute("Rate", 0L));
            assertThat(waiting.rest(0).body()).isEqualTo(server().files().data());
        } finally {
            jmx.setAttribute(slow, new Attribute("Rate", 40960L));
        }
        assertThat(jmx.getAttribute(slow, "Capacity")).isEqualTo(4096L);
        assertThatThrownBy(() -> jmx.setAttribute(slow, new Attribute("Weight", 0)))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasStackTraceContaining("weight");
        ObjectName global = new ObjectName("dev.weir:type=Throttle");
        assertThat(jmx.getAttribute(global, "Rate")).isEqualTo(0L);
        assertThat(jmx.getAttribute(global, "Active")).isInstanceOf(Integer.class);
    }

    @Test
    default void d14_aClientIsToldItsPlan() {
        Answer answer = server().get("/files/text.txt", SLOW);
        assertThat(answer.field("RateLimit-Policy")).isEqualTo("\"slow\";q=40960;qu=\"content-bytes\";w=1");
        assertThat(answer.field("RateLimit")).matches("\"slow\";r=\\d+;t=\\d+");
        assertThat(server().ask("HEAD", "/files/text.txt", SLOW).field("RateLimit-Policy"))
                .isEqualTo(answer.field("RateLimit-Policy"));
    }

    @Test
    default void d14_whereThereIsNoLimitNoneIsTold() {
        Answer answer = server().get("/files/text.txt");
        assertThat(answer.field("RateLimit-Policy")).isNull();
        assertThat(answer.field("RateLimit")).isNull();
    }

    private static boolean told(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode state() throws IOException, InterruptedException {
        return JsonMapper.shared()
                .readTree(send(HttpRequest.newBuilder(uri(""))).body());
    }

    private int post(String name, String body) throws IOException, InterruptedException {
        return answer(name, body).statusCode();
    }

    private HttpResponse<String> answer(String name, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri("/" + name))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server().managementPort() + "/actuator/weir" + path);
    }
}
