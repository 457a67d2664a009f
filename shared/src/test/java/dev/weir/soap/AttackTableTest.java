package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.ReplayCache;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Sends each message of {@link AttackTable} that needs no HTTP to a SOAP gateway, and checks the answer. */
class AttackTableTest {
    @TestFactory
    Stream<DynamicTest> s06_everyAttackGetsTheAnswerOfItsRow() {
        return GatewayFixture.cryptographies().stream().flatMap(AttackTableTest::attacks);
    }

    private static Stream<DynamicTest> attacks(Cryptography cryptography) {
        SoapGateway gateway = GatewayFixture.gateway(cryptography, "server", now(), new ReplayCache(10_000));
        return AttackTable.all().stream()
                .filter(attack -> !attack.transport())
                .map(attack -> DynamicTest.dynamicTest(cryptography + ": " + attack, () -> attack(gateway, attack)));
    }

    private static void attack(SoapGateway gateway, Attack attack) {
        Instant now = now();
        Sent sent = attack.make(now);
        for (byte[] before : sent.before()) {
            assertThat(Outcome.of(gateway, before, now).status()).isEqualTo(200);
        }
        Outcome outcome = Outcome.of(gateway, sent.body(), now);
        assertThat(attack.expected().difference(sent, "client", outcome, now)).isNull();
    }

    /**
     * The attack table must have the rows 1 to 47, without 27 and 28. If this fails, one of the classes
     * {@code *Attacks} has lost a row. {@link AttackTable} says where rows 27 and 28 are.
     */
    @Test
    void everyRowIsThere() {
        Set<Integer> rows = new TreeSet<>();
        AttackTable.all().forEach(attack -> rows.add(attack.row()));
        assertThat(rows)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 47)
                        .filter(row -> row != 27 && row != 28)
                        .boxed()
                        .toList());
    }

    @Test
    void everyNameIsUsedOnce() {
        assertThat(AttackTable.all().stream().map(Attack::toString)).doesNotHaveDuplicates();
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
