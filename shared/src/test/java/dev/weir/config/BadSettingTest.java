package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.clients.KeyConfiguration;
import dev.weir.config.metrics.MetricsConfiguration;
import dev.weir.config.metrics.Workers;
import dev.weir.events.Streams;
import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** An invalid value or an unknown key must stop the start, with one line on standard error that names the key (A05). */
class BadSettingTest {
    @ParameterizedTest
    @CsvFileSource(resources = "bad-settings.csv", delimiter = '|', quoteCharacter = '\'')
    void a05_theLineNamesTheKey(String key, String value) {
        List<String> said = start("--" + key + "=" + value);
        String named = key.equals("weir.clients[0].plan")
                ? "weir.clients[0]"
                : key; // the client lacks both a key and an address
        assertThat(said).singleElement().asString().startsWith("weir: not started: " + named);
    }

    @Test
    void a05_aClientNeedsAPlanThatIsThere() {
        assertThat(start("--weir.clients[0].key=secret-3f07", "--weir.clients[0].plan=gold"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.clients[0].plan: ")
                .contains("'gold'")
                .doesNotContain("secret-3f07");
    }

    @ParameterizedTest
    @ValueSource(strings = {"global", "*"})
    void a05_noPlanHasTheNameOfTheSharedBucket(String name) {
        assertThat(start("--weir.plans[" + name + "].rate=5MB"))
                .singleElement()
                .asString()
                .isEqualTo("weir: not started: weir.plans[" + name + "]: this name is reserved for the shared bucket");
    }

    @Test
    void a05_aClientIsAKeyOrAnAddress() {
        assertThat(start("--weir.clients[0].key=secret-3f07", "--weir.clients[0].address=127.0.0.1"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.clients[0]: ")
                .doesNotContain("secret-3f07");
    }

    @Test
    void a05_aKeyIsThatOfOneClient() {
        assertThat(start("--weir.clients[0].key=secret-3f07", "--weir.clients[1].key=secret-3f07"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.clients[1].key: ")
                .doesNotContain("secret-3f07");
        assertThat(start("--weir.events.publisher-token=secret-3f07", "--weir.clients[0].key=secret-3f07"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.clients[0].key: ")
                .doesNotContain("secret-3f07");
    }

    /** A damaged file of API keys must stop the start. Otherwise the server would accept revoked keys. */
    @Test
    void c07_aDamagedFileOfKeysStopsTheStart(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "weir-client-keys 1\n");
        assertThat(start("--weir.client-keys.file=" + file))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.client-keys.file: '" + file + "' cannot be read: it is damaged; ");
    }

    @Test
    void c07_keysAreOnRedisOrInAFile() {
        assertThat(start("--weir.client-keys.file=keys", "--weir.redis.uri=redis://127.0.0.1:1"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.client-keys.file: must not be set together with weir.redis.uri");
    }

    @Test
    void a05_noLineHasASigningKey() {
        assertThat(start("--weir.signing.keys=secret-3f07"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.signing.keys: ")
                .doesNotContain("secret-3f07");
    }

    @Test
    void a05_aCapacityHoldsAtLeastOneChunkOfItsRate() {
        assertThat(start("--weir.plans.default.rate=1MB", "--weir.plans.default.capacity=255KB"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.plans.default.capacity: ");
        assertThat(start("--weir.plans.default.rate=1MB", "--weir.plans.default.capacity=256KB"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "unknown-keys.csv", delimiter = '|')
    void a05_anUnknownKeyStopsTheStart(String key, String meant) {
        assertThat(start("--" + key + "=secret-3f07"))
                .singleElement()
                .asString()
                .startsWith("weir: not started: " + key + ": is not known; did you mean " + meant + "?")
                .doesNotContain("secret-3f07");
    }

    @ParameterizedTest
    @CsvSource({
        "WEIR_PLANS_GOLD_RATEE, weir.plans.gold.ratee, weir.plans.gold.rate",
        "weir_plans_gold_ratee, weir.plans.gold.ratee, weir.plans.gold.rate",
        "weir.plans.gold.ratee, weir.plans.gold.ratee, weir.plans.gold.rate",
        "WEIR_PLANS_BIG_GOLD_RATE, weir.plans.big.gold.rate, weir.plans.big.rate",
        "WEIR_CLIENTS_0_KEYY, weir.clients[0].keyy, weir.clients[0].key",
        "WEIR_PORT, weir.port, weir.model",
        "WEIR_SERVER_PORT, weir.server.port, weir.files.root",
        "WEIR_REDIS_PORT, weir.redis.port, weir.redis.uri",
        "WEIR_SERVICE_PORT, weir.service.port, weir.files.root",
        "weir.throttle.max.clients, weir.throttle.max.clients, weir.throttle.max-clients",
        "WEIR_THROTTLE_MAX_CLIENT, weir.throttle.max.client, weir.throttle.max-clients"
    })
    void a05_anUnknownVariableStopsTheStart(String variable, String key, String meant) {
        assertThat(startWith(variables(variable, "secret-3f07")))
                .singleElement()
                .asString()
                .startsWith("weir: not started: " + key + ": is not known; did you mean " + meant + "?")
                .contains(variable)
                .doesNotContain("secret-3f07");
    }

    /** Spring ignores an argument that is written like an environment variable. */
    @ParameterizedTest
    @CsvSource({
        "WEIR_FILES_ROOT, weir.files.root",
        "weir_throttle_max_clients, weir.throttle.max-clients",
        "WEIR_PLANS_GOLD_RATEE, weir.plans.gold.rate",
        "weir-files-root, weir.files.root"
    })
    void a05_anArgumentLikeAVariableStopsTheStart(String argument, String meant) {
        String line = "weir: not started: " + argument + ": is not known; did you mean " + meant + "?";
        assertThat(start("--" + argument + "=secret-3f07"))
                .singleElement()
                .asString()
                .startsWith(line)
                .doesNotContain("secret-3f07");
        assertThat(startWith(systemProperty(argument)))
                .singleElement()
                .asString()
                .startsWith(line);
    }

    /** A file may define a name of its own for placeholders. */
    @Test
    void a05_aNameInAFileThatOnlyLooksLikeAVariableStarts() {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addLast(new MapPropertySource("file", Map.of("weir_home", "/srv")));
        assertThat(startWith(environment)).isEmpty();
    }

    /** Weir's check of configuration keys must read the names of environment variables as Spring does. */
    @ParameterizedTest
    @CsvSource({
        "WEIR_THROTTLE_MAX_CLIENTS, 5, maxClients=5",
        "WEIR_THROTTLE_MAXCLIENTS, 5, maxClients=5",
        "weir_throttle_maxclients, 5, maxClients=5",
        "weir.throttle.max-clients, 5, maxClients=5",
        "WEIR_PLANS_GOLD_MAX_DOWNLOADS, 5, maxDownloads=5",
        "WEIR_TRUSTED_PROXIES_0, 10.0.0.7, trustedProxies=[10.0.0.7]",
        "WEIR_MANAGEMENT_HOSTS, ops.example, hosts=[ops.example]",
        "WEIR_CLIENTS_0_ADDRESS, 10.0.0.7, address=10.0.0.7"
    })
    void a05_aKnownVariableIsBound(String variable, String value, String bound) {
        ConfigurableEnvironment environment = variables(variable, value);
        assertThat(startWith(environment)).isEmpty();
        assertThat(Binder.get(environment)
                        .bindOrCreate("weir", WeirProperties.class)
                        .toString())
                .contains(bound);
    }

    /** Unrelated variables, such as those of Kubernetes for a service called "weir", must not stop the start. */
    @ParameterizedTest
    @CsvSource({
        "WEIR_AOT, off",
        "WEIR_SERVICE_HOST, 10.0.0.7",
        "WEIR_PORT, tcp://10.0.0.7:8080",
        "WEIR_PORT_8080_TCP_ADDR, 10.0.0.7",
        "WEIR_REACTIVE_PORT_8080_TCP, tcp://10.0.0.7:8080",
        "WEIRD_KEY, 1"
    })
    void a05_aForeignVariableStarts(String variable, String value) {
        assertThat(startWith(variables(variable, value))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"WEIR_SERVICE_", "WEIR_REACTIVE_SERVICE_", "WEIR_SERVICE_SERVICE_"})
    void a05_thePortsOfAKubernetesServiceStart(String service) {
        Map<String, Object> variables =
                Map.of(service + "HOST", "10.0.0.7", service + "PORT", "8080", service + "PORT_HTTP", "8080");
        assertThat(startWith(variables(variables))).isEmpty();
    }

    @Test
    void a05_anUnknownSystemPropertyStopsTheStart() {
        assertThat(startWith(systemProperty("weir.files.rot")))
                .singleElement()
                .asString()
                .startsWith("weir: not started: weir.files.rot: is not known; did you mean weir.files.root?");
    }

    /** An empty value must stop the start. Otherwise, the server would use the default without a message. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "weir.model",
                "weir.files.root",
                "weir.throttle.rate",
                "weir.plans.gold.rate",
                "weir.plans.gold.max-downloads",
                "weir.events.publisher-token",
                "weir.trusted-proxies[0]",
                "weir.redis.uri"
            })
    void a05_anEmptyValueStopsTheStart(String key) {
        String refusal = "weir: not started: " + key + ": must not be empty";
        assertThat(start("--" + key + "=")).containsExactly(refusal);
        assertThat(start("--" + key + "=${NOT_SET:}")).containsExactly(refusal);
    }

    @Test
    void a05_aPlaceholderOfItselfStopsTheStart() {
        String key = "weir.events.publisher-token";
        assertThat(start("--" + key + "=secret-3f07${" + key + "}"))
                .containsExactly("weir: not started: " + key + ": has a placeholder that cannot be resolved");
    }

    @ParameterizedTest
    @ValueSource(strings = {"WEIR_PLANS_GOLD_MAX_DOWNLOADS", "WEIR_PLANS_GOLD_MAXDOWNLOADS"})
    void a05_anEmptyVariableStopsTheStartUnlessAnArgumentReplacesIt(String variable) {
        String key = "weir.plans.gold.max-downloads";
        assertThat(startWith(variables(variable, "")))
                .containsExactly("weir: not started: " + key + ": must not be empty");
        assertThat(startWith(variables(variable, ""), "--" + key + "=5")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "weir.trusted-proxies",
                "weir.events.allowed-origins",
                "weir.soap.key-store-password",
                "weir.soap.trust-store-password",
                "weir.redis.trust-store-password"
            })
    void a05_aValueMayBeEmptyIfItsDefaultIs(String key) {
        assertThat(start("--" + key + "=")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "weir.throttle.rate|'x' is not a size, like 409600 or 400KB",
                "weir.files.min-progress|'x' is not a size in a time, like 1KB in 60s",
                "weir.plans.gold.max-downloads|'x' is not a whole number",
                "weir.files.hidden|'x' is not true or false",
                "weir.events.heartbeat|'x' is not a time, like 500ms or 60s",
                "weir.model|'x' is not one of [async, virtual, blocking]"
            },
            quoteCharacter = '`')
    void a05_theLineSaysWhatIsWanted(String key, String reason) {
        assertThat(start("--" + key + "=x")).containsExactly("weir: not started: " + key + ": " + reason);
    }

    /** YAML with {@code gold: {}} or {@code clients:} gives a group of keys an empty value. This must be allowed. */
    @ParameterizedTest
    @ValueSource(strings = {"weir.plans.gold=", "weir.clients=", "weir.files="})
    void a05_aGroupMayBeEmpty(String setting) {
        assertThat(start("--" + setting)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "weir.throttle.rate=0",
                "weir.throttle.rate=1B",
                "weir.throttle.rate=1024TB",
                "weir.throttle.chunk-time=1ms",
                "weir.throttle.chunk-time=10s",
                "weir.throttle.max-chunk-time=1ms",
                "weir.throttle.max-chunk-time=10s",
                "weir.files.root=/tmp",
                "weir.plans.default.weight=1000",
                "weir.plans.default.blocked=true",
                "weir.plans.gold.rate=5MB",
                "weir.clients[0].address=10.0.0.0/8",
                "weir.clients[0].address=2001:db8::/32",
                "weir.files.hidden=true",
                "weir.files.cache-time=0s",
                "weir.files.cache-time=1s",
                "weir.management.hosts[0]=ops.example",
                "weir.trustedProxies=10.0.0.7",
                "weir.files.minProgress=1KB in 60s",
                "weir.plans[a.b].rate=5MB",
                "weir.management.hosts=ops.example,[2001:db8::1],10.0.0.7",
                "weir.model=BLOCKING",
                "weir.model=virtual"
            })
    void a05_aGoodValueStarts(String setting) {
        assertThat(start("--" + setting)).isEmpty();
    }

    private static ConfigurableEnvironment variables(String name, String value) {
        return variables(Map.of(name, value));
    }

    private static ConfigurableEnvironment variables(Map<String, Object> variables) {
        return environment(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    }

    private static ConfigurableEnvironment systemProperty(String name) {
        return environment(
                new MapPropertySource(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, Map.of(name, "/")));
    }

    private static ConfigurableEnvironment environment(PropertySource<?> replacement) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(replacement.getName(), replacement);
        return environment;
    }

    /**
     * Starts an application with these arguments.
     *
     * @return the lines on standard error that begin with {@code weir:}
     */
    private static List<String> start(String... arguments) {
        return startWith(new StandardEnvironment(), arguments);
    }

    /** Like {@link #start}, but takes environment variables and system properties from {@code environment}. */
    private static List<String> startWith(ConfigurableEnvironment environment, String... arguments) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(
                        SharedConfiguration.class, KeyConfiguration.class, MetricsConfiguration.class, NoTime.class)
                .environment(environment)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(arguments)) {
            assertThat(context.getBean(Settings.class)).isNotNull();
        } catch (RuntimeException e) {
            assertThat(said.toString(StandardCharsets.UTF_8)).contains("weir: not started: ");
        } finally {
            System.setErr(before);
        }
        return Stream.of(said.toString(StandardCharsets.UTF_8).split("\\R"))
                .filter(line -> line.startsWith("weir:"))
                .toList();
    }

    static final class NoTime {
        @Bean
        Timer timer() {
            return (task, delayNanos) -> () -> {};
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        Workers workers() {
            return new IdleWorkers();
        }

        @Bean
        Streams streams() {
            return new Streams() {
                @Override
                public long lag() {
                    return 0;
                }

                @Override
                public CompletableFuture<Void> dismiss() {
                    return CompletableFuture.completedFuture(null);
                }
            };
        }
    }
}
