package dev.weir.perf.server;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The main class of a JVM in which a planted thread wastes CPU time or memory. Prints how much this thread used. */
final class Planted {
    private static final long ALLOCATED_BYTES = 200L << 20;
    private static final long CPU_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    @SuppressWarnings("unused")
    private static volatile byte[] garbage = {};

    private Planted() {}

    /** Does some work. Prints how many ns or bytes the planted thread used per 1,000 that all other threads used. */
    public static void main(String[] arguments) {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long id = plantedThread();
        boolean cpu = arguments[0].equals("cpu");
        LongSupplier all = cpu ? system::getProcessCpuTime : threads::getTotalThreadAllocatedBytes;
        LongSupplier own = cpu ? () -> threads.getThreadCpuTime(id) : () -> threads.getThreadAllocatedBytes(id);
        long enough = cpu ? CPU_NANOS : ALLOCATED_BYTES;
        while (all.getAsLong() - own.getAsLong() < enough) {
            garbage = new byte[cpu ? 16 : 1024];
        }
        long asked = Long.parseLong(arguments[1]) * 9;
        long startNanos = System.nanoTime();
        long found = perMille(all, own);
        while (found < asked && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            Thread.onSpinWait();
            found = perMille(all, own);
        }
        System.out.println(found);
    }

    private static long perMille(LongSupplier all, LongSupplier own) {
        long planted = own.getAsLong();
        return planted * 1000 / (all.getAsLong() - planted);
    }

    private static long plantedThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("planted-fault"))
                .mapToLong(Thread::threadId)
                .findFirst()
                .orElseThrow();
    }
}
