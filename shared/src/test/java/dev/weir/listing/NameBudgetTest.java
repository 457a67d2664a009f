package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests that many clients together cannot use up the memory for listings (D13). */
class NameBudgetTest {
    private static final long MEBIBYTE = 1024 * 1024;

    /** A client may take only a part of the memory that is left. So eight clients must leave room for others. */
    @Test
    void d13_eightClientsLeaveRoomForOthers() {
        NameBudget budget = new NameBudget(128 * MEBIBYTE);
        List<NameBudget.Share> shares = new ArrayList<>();
        for (int client = 0; client < 8; client++) {
            takeAll(budget, "client " + client, shares);
        }
        assertThat(budget.taken()).isBetween(80 * MEBIBYTE, 88 * MEBIBYTE);
        for (int client = 8; client < 40; client++) {
            try (NameBudget.Share another = budget.take("client " + client)) {
                assertThat(another.bytes()).isEqualTo(MEBIBYTE);
            }
        }
        shares.forEach(NameBudget.Share::close);
        assertThat(budget.taken()).isZero();
    }

    private static void takeAll(NameBudget budget, String client, List<NameBudget.Share> shares) {
        try {
            while (true) {
                shares.add(budget.take(client));
            }
        } catch (RefusedException e) {
            assertThat(e.problem()).isEqualTo(Problem.TOO_MANY_DOWNLOADS);
        }
    }

    @Test
    void d13_allClientsTogetherTakeNoMoreThanThereIs() {
        NameBudget budget = new NameBudget(2 * MEBIBYTE);
        List<NameBudget.Share> shares = new ArrayList<>();
        while (budget.taken() + NameBudget.LEAST_BYTES <= 2 * MEBIBYTE) {
            shares.add(budget.take("client " + shares.size()));
        }
        assertThat(shares).hasSizeGreaterThan(60);
        assertRefused(Problem.OVERLOADED, () -> budget.take("another"));
        shares.getFirst().close();
        shares.getFirst().close();
        budget.take("another").close();
        shares.forEach(NameBudget.Share::close);
        assertThat(budget.taken()).isZero();
    }

    /** On a small heap, the first listing of a client must leave room for its next ones. */
    @Test
    void d13_onASmallHeapAClientGetsSeveralListings() {
        NameBudget budget = new NameBudget(0);
        try (NameBudget.Share first = budget.take("client");
                NameBudget.Share second = budget.take("client")) {
            assertThat(first.bytes()).isEqualTo(2 * NameBudget.LEAST_BYTES);
            assertThat(second.bytes()).isPositive();
        }
        assertThat(budget.taken()).isZero();
    }

    @Test
    void d13_bytesThatAListingDoesNotNeedAreForTheNext() {
        NameBudget budget = new NameBudget(0);
        List<NameBudget.Share> shares = new ArrayList<>();
        takeAll(budget, "client", shares);
        shares.getFirst().shrink(1000);
        shares.getFirst().shrink(5000);
        assertThat(shares.getFirst().bytes()).isEqualTo(1000);
        budget.take("client").close();
        shares.forEach(NameBudget.Share::close);
        assertThat(budget.taken()).isZero();
    }

    private static void assertRefused(Problem problem, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }
}
