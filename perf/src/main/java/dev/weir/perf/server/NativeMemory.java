package dev.weir.perf.server;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JVM's memory outside the heap.
 *
 * <p>On JDK 25 with native access Netty calls the C library's malloc: neither {@code java.nio}'s pools nor the JVM's
 * native memory tracking see that, only the C library's own count does.
 *
 * @param mallocBytes by the C library's count; absent with another library than glibc
 * @param stackBytes resident stacks, absent unless the JVM was started with native memory tracking
 * @param trackedMallocBytes as the JVM counts its own; absent like the stacks
 */
record NativeMemory(OptionalLong mallocBytes, OptionalLong stackBytes, OptionalLong trackedMallocBytes) {
    private static final Pattern MALLOC_KIB = Pattern.compile("C-Heap outstanding allocations: (\\d+)K");
    private static final Pattern STACK = Pattern.compile("\\(stack: reserved=\\d+, committed=(\\d+)");
    private static final Pattern TRACKED = Pattern.compile("(?m)^ +malloc: (\\d+)");

    static NativeMemory of(Jmx jmx) throws IOException {
        return of(jmx.run(Jmx.DIAGNOSIS, "vmInfo"), jmx.diagnose("vmNativeMemory", "summary", "scale=b"));
    }

    static NativeMemory of(String info, String tracking) {
        OptionalLong mallocKib = first(MALLOC_KIB, info);
        return new NativeMemory(
                mallocKib.isPresent() ? OptionalLong.of(mallocKib.getAsLong() * 1024) : mallocKib,
                first(STACK, tracking),
                first(TRACKED, tracking));
    }

    private static OptionalLong first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
