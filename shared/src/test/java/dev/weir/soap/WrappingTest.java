package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.wssecurity.ReplayCache;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Messages in which signed elements were moved must be refused, and valid messages must be accepted. The test tries all
 * combinations of the moves in rows 5 to 8 of {@link AttackTable}.
 */
class WrappingTest {
    private static final int LEAST_WRAPPED = 500;
    private static final int LEAST_HONEST = 200;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final SoapGateway gateway = GatewayFixture.gateway("server", now, new ReplayCache(10_000));

    /**
     * If this fails, check that {@code Verifier} compares the signed elements, by object identity, with the elements
     * that the receiver reads.
     */
    @Test
    void s03_nothingWrappedIsAccepted() throws Exception {
        List<Wrapping> accepted = new ArrayList<>();
        Map<String, Integer> answers = new HashMap<>();
        for (Wrapping wrapping : Wrapping.all()) {
            Outcome outcome = Outcome.of(gateway, wrapping.message(now), now);
            answers.merge(outcome.toString(), 1, Integer::sum);
            if (outcome.status() == 200) {
                accepted.add(wrapping);
            }
        }
        assertThat(accepted).isEmpty();
        assertThat(Wrapping.all()).hasSizeGreaterThanOrEqualTo(LEAST_WRAPPED).doesNotHaveDuplicates();
        // Most messages must fail because of the signature. This shows that they do not fail for some other reason.
        assertThat(answers.entrySet())
                .anyMatch(answer -> answer.getKey().contains(SoapFault.INVALID_SECURITY.text())
                        && answer.getValue() > LEAST_WRAPPED / 2);
    }

    @Test
    void s03_nothingHonestIsRefused() throws Exception {
        List<String> refused = new ArrayList<>();
        for (Honest honest : Honest.all()) {
            Sent sent = honest.message(now);
            Outcome outcome = Outcome.of(gateway, sent.body(), now);
            String difference = new Expected.Result(Forgery.SUM).difference(sent, honest.signer(), outcome, now);
            if (difference != null) {
                refused.add(honest + ": " + difference);
            }
        }
        assertThat(refused).isEmpty();
        assertThat(Honest.all()).hasSizeGreaterThanOrEqualTo(LEAST_HONEST).doesNotHaveDuplicates();
    }
}
