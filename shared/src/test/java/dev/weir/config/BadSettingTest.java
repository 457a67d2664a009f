package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.Streams;
import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** A05: an invalid value stops the start, with one line that names its key. */
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
                "weir.management.hosts=ops.example,[2001:db8::1],10.0.0.7",
                "weir.model=BLOCKING",
                "weir.model=virtual"
            })
    void a05_aGoodValueStarts(String setting) {
        assertThat(start("--" + setting)).isEmpty();
    }

    /**
     * Starts an application with these arguments.
     *
     * @return the lines on standard error, without the log
     */
    private static List<String> start(String... arguments) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(
                        SharedConfiguration.class, NoTime.class)
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
