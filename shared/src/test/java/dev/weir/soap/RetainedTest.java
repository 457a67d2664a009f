package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.xml.Names;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Refused messages must leave no memory behind (rule S11).
 *
 * <p>{@code -Dtest.messages=10000} sends 10,000 messages of each kind, one after another. The test prints how much the
 * live heap grows.
 */
class RetainedTest {
    private static final int MESSAGES = Integer.getInteger("test.messages", 60);
    /**
     * The most bytes by which the heap may grow. Each message contains 4,000 new texts, for example as names of
     * elements. If a parser kept the texts of 60 messages, they would take almost three times as many bytes.
     */
    private static final long MOST_BYTES = 15L << 20;

    private static final int NAMES = 4_000;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final SoapGateway gateway = GatewayFixture.gateway("server", now, new ReplayCache(10));

    enum Kind {
        ELEMENTS {
            @Override
            String piece(String name) {
                return "<" + name + "/>";
            }
        },
        ATTRIBUTES {
            @Override
            String piece(String name) {
                return "<x " + name + "=''/>";
            }
        },
        TEXTS {
            @Override
            String piece(String name) {
                return "<x y='" + name + "'>" + name + "</x>";
            }
        },
        INSTRUCTIONS {
            @Override
            String piece(String name) {
                return "<?" + name + "?>";
            }
        };

        abstract String piece(String name);
    }

    /** If this fails, look for a parser or a table of names that is used for more than one message. */
    @ParameterizedTest
    @EnumSource
    void s11_nothingIsKeptOfAMessage(Kind kind) {
        Outcome.of(gateway, message(kind, 0), now);
        long before = live();
        for (int number = 1; number <= MESSAGES; number++) {
            assertThat(Outcome.of(gateway, message(kind, number), now).status()).isNotEqualTo(200);
        }
        long more = live() - before;
        System.out.printf("%s: %d messages, %d bytes of live heap more%n", kind, MESSAGES, more);
        assertThat(more).isLessThan(MOST_BYTES);
    }

    private static byte[] message(Kind kind, int number) {
        String pad = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("weir" + number).repeat(16).getBytes(StandardCharsets.US_ASCII));
        String content = IntStream.range(0, NAMES)
                .mapToObj(name -> kind.piece("n" + name + pad))
                .collect(Collectors.joining());
        return Sent.of("<soap:Envelope xmlns:soap='" + Names.SOAP + "'><soap:Body>" + content
                        + "</soap:Body></soap:Envelope>")
                .body();
    }

    private static long live() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
