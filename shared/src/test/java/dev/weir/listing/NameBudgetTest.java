package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** D13: strangers cannot multiply the memory of listings. */
class NameBudgetTest {
    private static final long ONE = NameBudget.LISTING_BYTES;

    @Test
    void d13_oneClientGetsAThirtySecond() {
        NameBudget budget = new NameBudget(64 * ONE);
        List<NameBudget.Share> shares = new ArrayList<>();
        for (int client = 0; client < 32; client++) {
            String name = "client " + client;
            shares.add(budget.take(name));
            shares.add(budget.take(name));
            assertRefused(() -> budget.take(name));
        }
        assertThat(budget.taken()).isEqualTo(64 * ONE);
        assertRefused(() -> budget.take("another"));
        shares.getFirst().close();
        shares.getFirst().close();
        assertThat(budget.taken()).isEqualTo(63 * ONE);
        shares.set(0, budget.take("another"));
        shares.forEach(NameBudget.Share::close);
        assertThat(budget.taken()).isZero();
    }

    @Test
    void d13_whatAListingDoesNotNeedIsForTheNext() {
        NameBudget budget = new NameBudget(ONE + 1000);
        try (NameBudget.Share small = budget.take("client")) {
            assertRefused(() -> budget.take("client"));
            small.shrink(1001);
            assertRefused(() -> budget.take("client"));
            small.shrink(1000);
            small.shrink(5000);
            assertThat(small.bytes()).isEqualTo(1000);
            assertRefused(() -> budget.take("client")); // since its part is less than one listing
            budget.take("other").close();
        }
        assertThat(budget.taken()).isZero();
    }

    @Test
    void d13_aSmallHeapHasRoomForOneListing() {
        NameBudget budget = new NameBudget(0);
        try (NameBudget.Share one = budget.take("client")) {
            assertThat(one.bytes()).isEqualTo(ONE);
            assertRefused(() -> budget.take("other"));
        }
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.OVERLOADED));
    }
}
