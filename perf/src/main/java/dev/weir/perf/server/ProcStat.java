package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many threads a process has and how much of its memory is resident: one file, whatever its size. */
record ProcStat(int threads, long rssBytes) {
    private static final int THREADS = 17;
    private static final int RSS_PAGES = 21;
    /** Of x86-64, the only one that the generator's native transport is packed for. */
    private static final long PAGE_BYTES = 4096;

    static ProcStat of(long pid) throws IOException {
        return of(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
    }

    static ProcStat of(String stat) {
        // The second field is the name in brackets, which may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return new ProcStat(Integer.parseInt(fields[THREADS]), Long.parseLong(fields[RSS_PAGES]) * PAGE_BYTES);
    }

    ProcStat plus(ProcStat other) {
        return new ProcStat(threads + other.threads, rssBytes + other.rssBytes);
    }
}
