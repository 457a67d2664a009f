package dev.weir.contract.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.server.AtOnce;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Needs;
import dev.weir.problem.Problem;
import dev.weir.soap.Attack;
import dev.weir.soap.AttackTable;
import dev.weir.soap.Expected;
import dev.weir.soap.Outcome;
import dev.weir.soap.Sent;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.message.SoapFault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests how the SOAP service answers attacks over HTTP (rules S05, S06, S10). */
public interface SoapAttackContract extends ContractPart {
    int COPIES = 64;

    /**
     * Sends each attack of {@link AttackTable}. If one fails, search the classes {@code *Attacks} for the number of its
     * row.
     */
    @TestFactory
    default Stream<DynamicTest> s06_everyAttackGetsTheAnswerOfItsRow() {
        return AttackTable.all().stream()
                .map(attack -> DynamicTest.dynamicTest(attack.toString(), () -> attack(attack)));
    }

    /** Runs those attacks of {@link AttackTable} that use RSA 1.5, SHA-1 or AES in CBC mode. */
    @Needs(Needs.SOAP_KEYS)
    @TestFactory
    default Stream<DynamicTest> s10_theAlgorithmsOf2010AreRefused() {
        return AttackTable.all().stream()
                .filter(attack -> attack.row() == 19 || attack.row() == 21 || attack.row() == 22)
                .map(attack -> DynamicTest.dynamicTest(attack.toString(), () -> attack(attack)));
    }

    private void attack(Attack attack) {
        Instant now = SoapSender.now();
        Sent sent = attack.make(now);
        for (byte[] before : sent.before()) {
            new SoapSender(server()).post(Sent.soap(before)).assertStatus(200);
        }
        Answer answer = new SoapSender(server()).post(sent);
        if (attack.expected() instanceof Expected.Refused refused) {
            answer.assertRefusedWith(refused.problem());
        } else {
            Outcome outcome = new Outcome(answer.status(), answer.body());
            assertThat(attack.expected().difference(sent, "client", outcome, now))
                    .isNull();
            assertThat(answer.field("Content-Type")).isEqualToIgnoringCase(SoapAnswer.MEDIA_TYPE);
        }
    }

    /** If this fails, check that the replay cache looks a message up and adds it under one lock. */
    @Test
    default void s05_oneOfSimultaneousCopiesIsAnswered() throws InterruptedException, ExecutionException {
        byte[] message = SoapSender.calls().plus(1_000, 337, SoapSender.now()).envelope();
        List<Answer> answers = AtOnce.run(COPIES, number -> new SoapSender(server()).post(Sent.soap(message)));
        List<Integer> statuses = new ArrayList<>();
        for (Answer answer : answers) {
            statuses.add(answer.status());
            if (answer.status() == 500) {
                assertThat(answer.text()).contains(SoapFault.INVALID_SECURITY.text());
            } else if (answer.status() != 200) {
                answer.assertRefusedWith(Problem.OVERLOADED);
            }
        }
        assertThat(Collections.frequency(statuses, 200)).isOne();
    }
}
