package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageBudgetTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final long PER_CLIENT = 2L * MEBIBYTE;
    private static final long MOST = 8L * MEBIBYTE;

    private final MessageBudget budget = new MessageBudget(MOST, PER_CLIENT);
    private final List<String> evicted = new ArrayList<>();

    /** If this fails, senders that send almost nothing use up the memory that other senders need. */
    @Test
    void s11_fiveThousandSlowSendersLeaveRoomForAnother() {
        for (int sender = 0; sender < 5_000; sender++) {
            send("10.0.0." + sender % 100, 1);
        }
        budget.complete(send("honest", 6_000));
        assertThat(evicted).isEmpty();
    }

    /** If this fails, one client can use up the memory that the budget has for all clients. */
    @Test
    void s11_aClientAtItsLimitLosesItsOldestMessageAndNobodyElsesIsTouched() {
        IncomingMessage honest = send("honest", 6_000);
        for (int number = 0; number < 20; number++) {
            send("greedy", MEBIBYTE / 2);
        }
        assertThat(evicted).hasSize(17).containsOnly("greedy");
        assertThat(budget.held()).isLessThanOrEqualTo(PER_CLIENT + 10_000);
        budget.complete(honest);
    }

    @Test
    void s11_theClientThatHoldsMostLosesItsOldestMessageWhenTheBudgetIsFull() {
        IncomingMessage honest = send("honest", 6_000);
        for (int number = 0; number < 100; number++) {
            send("attacker-" + number % 50, MEBIBYTE - 1);
        }
        assertThat(budget.held()).isLessThanOrEqualTo(MOST);
        assertThat(evicted).doesNotContain("honest").hasSizeGreaterThan(80);
        assertThat(budget.evictions()).isEqualTo(evicted.size());
        budget.complete(honest);
    }

    @Test
    void s11_anEvictedMessageTakesNoMore() {
        IncomingMessage first = send("greedy", MEBIBYTE - 20_000);
        send("greedy", MEBIBYTE - 20_000);
        send("greedy", MEBIBYTE - 20_000);
        assertThat(evicted).containsExactly("greedy");
        assertThat(first.bytes()).containsOnly(0); // 0 bytes
        long held = budget.held();
        assertRefused(Problem.OVERLOADED, () -> first.add(ByteBuffer.allocate(10_000)));
        assertRefused(Problem.OVERLOADED, () -> budget.complete(first));
        first.close();
        assertThat(budget.held()).isEqualTo(held);
    }

    @Test
    void s11_aMessageThatHasComeWholeIsNotEvicted() {
        IncomingMessage whole = send("busy", MEBIBYTE - 1);
        budget.complete(whole);
        send("busy", MEBIBYTE / 2);
        send("busy", MEBIBYTE / 2);
        assertThat(evicted).hasSize(1);
        assertThat(whole.bytes()).hasSize(MEBIBYTE - 1);
    }

    @Test
    void s11_whenAllHasComeWholeTheNextIsRefused() {
        for (int number = 0; number < 7; number++) {
            budget.complete(send("client-" + number, MEBIBYTE));
        }
        assertRefused(Problem.OVERLOADED, () -> send("late", MEBIBYTE));
        assertThat(evicted).containsExactly("late");
        send("late", 6_000);
    }

    @Test
    void s09_aMessageHasItsLimit() {
        IncomingMessage message = send("client", MEBIBYTE);
        assertRefused(Problem.MESSAGE_TOO_LARGE, () -> message.add(ByteBuffer.allocate(1)));
    }

    @Test
    void aMessageConsistsOfTheAddedBytes() {
        IncomingMessage message = budget.begin("client", true, () -> {});
        byte[] sent = new byte[100_000];
        new Random(1).nextBytes(sent);
        for (int at = 0; at < sent.length; at += 999) {
            message.add(ByteBuffer.wrap(sent, at, Math.min(999, sent.length - at)));
        }
        assertThat(message.bytes()).isEqualTo(sent);
    }

    /** Makes random calls. After each call, the budget must count the sum of the bytes of all open messages. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theSumsAreRightAfterAnyCalls(long seed) {
        Random random = new Random(seed);
        Map<IncomingMessage, String> open = new HashMap<>();
        for (int step = 0; step < 3_000; step++) {
            List<IncomingMessage> all = new ArrayList<>(open.keySet());
            IncomingMessage one = all.isEmpty() ? null : all.get(random.nextInt(all.size()));
            try {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        String client = "client-" + random.nextInt(9);
                        open.put(budget.begin(client, true, () -> {}), client);
                    }
                    case 1 -> {
                        if (one != null) {
                            one.add(ByteBuffer.allocate(random.nextInt(MEBIBYTE / 2)));
                        }
                    }
                    case 2 -> {
                        if (one != null && random.nextInt(10) == 0) {
                            budget.complete(one);
                        }
                    }
                    default -> {
                        if (one != null) {
                            one.close();
                        }
                    }
                }
            } catch (RefusedException e) {
                // the budget is at a limit
            }
            open.keySet().removeIf(message -> message.charged == 0);
            assertThat(budget.held())
                    .isLessThanOrEqualTo(MOST)
                    .isEqualTo(open.keySet().stream()
                            .mapToLong(message -> message.charged)
                            .sum());
            assertThat(budget.clients())
                    .isEqualTo((int) open.values().stream().distinct().count());
        }
        open.keySet().forEach(IncomingMessage::close);
        assertThat(budget.held()).isZero();
        assertThat(budget.clients()).isZero();
    }

    private IncomingMessage send(String client, int bytes) {
        IncomingMessage message = budget.begin(client, true, () -> evicted.add(client));
        byte[] sent = new byte[bytes];
        Arrays.fill(sent, (byte) 1);
        message.add(ByteBuffer.wrap(sent));
        return message;
    }

    private static void assertRefused(Problem problem, ThrowingCallable asked) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(asked)
                .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
    }
}
