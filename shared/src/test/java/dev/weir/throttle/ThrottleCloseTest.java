package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.RateRules.MIB;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** If a download leaves, fails, or is rejected by its executor, other downloads must lose nothing (rule T08). */
class ThrottleCloseTest extends ThrottleOnManualTime {
    private final Queue<Runnable> loop = new ArrayDeque<>();

    @Test
    void t08_aClientThatClosesWhileItWaitsTakesNothing() {
        Download download = throttle.open(share(0, 1), Runnable::run, granted::add);
        download.ask(MIB);
        download.close(0);
        assertThat(throttle.waiting()).isZero();
        assertThat(time.rings()).isZero();
        time.moveTo(9 * SECOND);
        assertThat(granted).isEmpty();
        assertThat(throttle.counts().grantedBytes()).isZero();
        assertThat(throttle.counts().givenBackBytes()).isZero();
    }

    @Test
    void t08_aClientThatClosesWhileAGrantIsOnItsWayGivesItBack() {
        time.moveTo(SECOND);
        Download download = throttle.open(share(0, 1), loop::add, granted::add);
        download.ask(5000);
        assertThat(loop).hasSize(1);
        download.close(0);
        loop.remove().run();
        assertThat(granted).isEmpty();
        assertThat(throttle.counts().grantedBytes()).isEqualTo(5000);
        assertThat(throttle.counts().givenBackBytes()).isEqualTo(5000);
    }

    /** The download closes before it is told that it may send 5,000 bytes. These bytes must be given back. */
    @Test
    void t08_aGrantThatArrivesBeforeTheCloseHadItsTurnIsNotDelivered() {
        time.moveTo(SECOND);
        Download leaves = throttle.open(share(0, 1), loop::add, granted::add);
        leaves.ask(5000);
        Download other = throttle.open(share(0, 1), Runnable::run, bytes -> {
            leaves.close(0);
            loop.remove().run();
        });
        other.ask(1);
        assertThat(granted).isEmpty();
        assertThat(throttle.counts().givenBackBytes()).isEqualTo(5000);
    }

    @Test
    void t08_unwrittenBytesAreThereForTheNextDownload() {
        throttle.change(4 * KIB, 4 * KIB);
        time.moveTo(SECOND);
        Download leaves = throttle.open(share(0, 1), Runnable::run, granted::add);
        leaves.ask(MIB);
        throttle.open(share(0, 1), Runnable::run, granted::add).ask(3 * KIB);
        assertThat(granted).containsExactly(4 * KIB);
        leaves.close(3 * KIB);
        assertThat(granted).containsExactly(4 * KIB, 3 * KIB);
        assertThat(throttle.counts().givenBackBytes()).isEqualTo(3 * KIB);
    }

    @Test
    void t08_anExecutorThatRefusesCostsTheOthersNothing() {
        time.moveTo(SECOND);
        Download dead = throttle.open(share(0, 1), ThrottleCloseTest::reject, granted::add);
        dead.ask(5000);
        throttle.open(share(0, 1), Runnable::run, granted::add).ask(7000);
        assertThat(granted).containsExactly(7000L);
        dead.close(0);
        assertThat(throttle.counts().givenBackBytes()).isEqualTo(5000);
    }

    @Test
    void t08_aDownloadThatFailsCostsTheOthersNothing() {
        throttle.change(0, 0);
        Share share = share(KIB, 1);
        Executor both = loop::add;
        throttle.open(share, both, bytes -> fail()).ask(5000);
        throttle.open(share, both, granted::add).ask(7000);
        throttle.change(List.of(share), limits(0, 1));
        List<Throwable> reported = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
        loop.remove().run();
        Thread.currentThread().setUncaughtExceptionHandler(null);
        assertThat(granted).containsExactly(7000L);
        assertThat(reported).hasSize(1);
    }

    @Test
    void t08_aDownloadThatAsksTwiceCostsTheOthersNothing() {
        Download twice = throttle.open(share(0, 1), Runnable::run, granted::add);
        twice.ask(5000);
        List<Throwable> reported = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
        twice.ask(5000);
        Thread.currentThread().setUncaughtExceptionHandler(null);
        throttle.open(share(0, 1), Runnable::run, granted::add).ask(7000);
        time.moveTo(SECOND);
        assertThat(granted).containsExactly(5000L, 7000L);
        assertThat(reported).hasSize(1);
    }

    @Test
    void t08_anExecutorThatFailsCostsTheOthersNothing() {
        time.moveTo(SECOND);
        List<Throwable> reported = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
        throttle.open(share(0, 1), task -> fail(), granted::add).ask(5000);
        Thread.currentThread().setUncaughtExceptionHandler(null);
        throttle.open(share(0, 1), Runnable::run, granted::add).ask(7000);
        assertThat(granted).containsExactly(7000L);
        assertThat(reported).hasSize(1);
    }

    @Test
    void t08_aSecondCloseGivesBackMore() {
        time.moveTo(SECOND);
        Download download = throttle.open(share(0, 1), Runnable::run, granted::add);
        download.ask(5000);
        download.close(0);
        download.close(2000);
        assertThat(throttle.counts().givenBackBytes()).isEqualTo(2000);
    }

    @Test
    void t08_anAskForNothingIsRefusedAndHarmsNobody() {
        Download download = throttle.open(share(0, 1), Runnable::run, granted::add);
        assertThatThrownBy(() -> download.ask(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> download.ask(-1)).isInstanceOf(IllegalArgumentException.class);
        time.moveTo(SECOND);
        download.ask(1);
        assertThat(granted).containsExactly(1L);
    }

    private static void reject(Runnable task) {
        throw new RejectedExecutionException(task.toString());
    }

    private static void fail() {
        throw new IllegalStateException("on purpose");
    }
}
