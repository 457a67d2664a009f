package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel holds for the whole machine: both ends of a loopback connection are in it.
 *
 * @param slabBytes objects in use, such as sockets and open files
 * @param tcpBytes what sockets hold of data that waits to be sent or read
 */
public record KernelMemory(long slabBytes, long tcpBytes) {
    private static final Path SLABS = Path.of("/proc/slabinfo");
    private static final Pattern TCP_PAGES = Pattern.compile("(?m)^TCP:.* mem (\\d+)");
    private static final Pattern SLAB_KIB = Pattern.compile("(?m)^Slab: +(\\d+) kB");
    private static final int HEADER_LINES = 2;
    private static final long PAGE_BYTES = 4096;

    static KernelMemory now() throws IOException {
        long tcpPages = first(TCP_PAGES, Files.readString(Path.of("/proc/net/sockstat")));
        return new KernelMemory(slab(), tcpPages * PAGE_BYTES);
    }

    /** By object where root may read that; else by page, which moves in greater steps. */
    private static long slab() throws IOException {
        return Files.isReadable(SLABS)
                ? slab(Files.readAllLines(SLABS))
                : first(SLAB_KIB, Files.readString(Path.of("/proc/meminfo"))) * 1024;
    }

    static long slab(List<String> slabinfo) {
        // name active_objs num_objs objsize ...
        return slabinfo.stream()
                .skip(HEADER_LINES)
                .map(line -> line.split(" +", -1))
                .mapToLong(fields -> Long.parseLong(fields[1]) * Long.parseLong(fields[3]))
                .sum();
    }

    private static long first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
