package dev.weir.perf.server;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A Java agent that adds a known cost to a server, to test whether a measurement finds it. A background thread burns
 * CPU time ({@code cpu=10}) or allocates memory ({@code alloc=5}). The number is a percentage of what all other threads
 * use. The thread catches up every 5 ms, so the percentage holds under any load.
 */
public final class Plant {
    private static final int STEP_BYTES = 4 * 1024;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** The last allocated array. The field keeps the JIT compiler from removing the allocations. */
    @SuppressWarnings("unused")
    private static volatile byte[] allocated = {};

    /** Creates a temporary agent jar that contains only this class, so that it replaces no class of the server. */
    public static Path jar() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", Plant.class.getName());
        Path jar = Files.createTempFile("weir-plant-", ".jar");
        jar.toFile().deleteOnExit();
        try (InputStream code = Objects.requireNonNull(Plant.class.getResourceAsStream("Plant.class"));
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(Plant.class.getName().replace('.', '/') + ".class"));
            code.transferTo(out);
        }
        return jar;
    }

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

    private static void keepUp(int percent, LongSupplier ofProcess, LongSupplier own, Runnable step) {
        while (true) {
            long others = ofProcess.getAsLong() - own.getAsLong();
            while (own.getAsLong() * 100 < others * percent) {
                step.run();
            }
            try {
                Thread.sleep(Duration.ofMillis(5));
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
