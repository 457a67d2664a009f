package dev.weir.perf.plant;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An agent whose thread burns CPU, or allocates, in proportion to what the rest of its JVM does: {@code cpu=10} or {@code
 * alloc=5}, in per cent.
 *
 * <p>It looks every few milliseconds how much the others have used and catches up, so the proportion holds whatever the
 * load is, and over every window that is long beside that.
 */
public final class Plant {
    private static final Duration PERIOD = Duration.ofMillis(5);
    private static final int STEP_BYTES = 4 * 1024;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** Keeps what is allocated from being optimised away. */
    @SuppressWarnings("unused")
    private static volatile byte[] allocated = {};

    private Plant() {}

    /** What the JVM calls before the server's main method. */
    public static void premain(String fault) {
        int percent = Integer.parseInt(fault.substring(fault.indexOf('=') + 1));
        Runnable grow = switch (fault.substring(0, fault.indexOf('='))) {
            case "cpu" ->
                () -> keepUp(percent, SYSTEM::getProcessCpuTime, THREADS::getCurrentThreadCpuTime, Plant::burn);
            case "alloc" ->
                () -> keepUp(
                        percent,
                        THREADS::getTotalThreadAllocatedBytes,
                        THREADS::getCurrentThreadAllocatedBytes,
                        Plant::allocate);
            default -> throw new IllegalArgumentException("no such fault: " + fault);
        };
        Thread.ofPlatform().daemon().name("planted-fault").start(grow);
    }

    /** Uses up a share of what all others use, for ever. */
    private static void keepUp(int percent, LongSupplier ofProcess, LongSupplier own, Runnable step) {
        while (true) {
            long others = ofProcess.getAsLong() - own.getAsLong();
            while (own.getAsLong() * 100 < others * percent) {
                step.run();
            }
            try {
                Thread.sleep(PERIOD);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void burn() {
        for (int i = 0; i < 1_000; i++) {
            Thread.onSpinWait();
        }
    }

    private static void allocate() {
        allocated = new byte[STEP_BYTES];
    }
}
