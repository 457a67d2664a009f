package dev.weir.perf.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Reads the properties of this machine that influence results, such as kernel, CPU, memory and limits. */
public final class Host {
    private static final List<String> SYSCTLS = List.of(
            "kernel/pid_max",
            "kernel/threads-max",
            "vm/max_map_count",
            "net/core/somaxconn",
            "net/ipv4/ip_local_port_range",
            "net/ipv4/tcp_tw_reuse",
            "net/ipv4/tcp_max_tw_buckets",
            "net/ipv4/tcp_rmem",
            "net/ipv4/tcp_wmem",
            "net/ipv4/tcp_congestion_control");
    private static final List<String> LIMITS = List.of("Max open files", "Max processes", "Max stack size");
    private static final List<String> CGROUP_LIMITS = List.of(
            "cpu.max", "memory.max", "cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us", "memory/memory.limit_in_bytes");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    public static Map<String, String> describe() {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "kernel", read(Path.of("/proc/sys/kernel/osrelease")));
        put(facts, "cpu", line(Path.of("/proc/cpuinfo"), "model name"));
        put(facts, "memory", line(Path.of("/proc/meminfo"), "MemTotal"));
        put(facts, "transparent huge pages", read(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")));
        SYSCTLS.forEach(name ->
                put(facts, name.replace('/', '.'), read(Path.of("/proc/sys").resolve(name))));
        LIMITS.forEach(name -> put(facts, name, line(Path.of("/proc/self/limits"), name)));
        CGROUP_LIMITS.forEach(name -> put(facts, "cgroup " + name, read(CGROUPS.resolve(name))));
        put(facts, "cgroups of this process", read(Path.of("/proc/self/cgroup")));
        put(facts, "generator java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("nginx", Nginx.availability());
        facts.put("nchan", Nginx.nchan());
        String wrk = output("wrk", "-v").lines().findFirst().orElse("");
        facts.put("wrk", wrk.isEmpty() ? "not installed" : wrk);
        return facts;
    }

    public static String loadAverage() {
        return read(Path.of("/proc/loadavg"));
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
    }

    private static String read(Path file) {
        return oneLine(Proc.text(file));
    }

    private static String line(Path file, String start) {
        return oneLine(Proc.field(Proc.text(file), start).replaceFirst("^:", ""));
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    public static String output(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor(5, TimeUnit.SECONDS);
            return text.strip();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
