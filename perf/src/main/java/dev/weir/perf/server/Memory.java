package dev.weir.perf.server;

import java.util.OptionalLong;

/**
 * What a server and its kernel hold at one instant; differences over counts of connections are bytes a connection.
 *
 * @param liveHeapBytes after collections that freed nothing more; absent without a heap
 * @param directBytes of {@code java.nio}'s buffers; Netty's are not among them where it calls malloc itself
 * @param mallocBytes handed out by the C library and not given back, Netty's direct memory among it
 * @param stackBytes resident thread stacks; absent unless the JVM tracks its native memory
 * @param trackedMallocBytes what the JVM knows of {@code mallocBytes}; absent unless it tracks its native memory
 */
public record Memory(
        OptionalLong liveHeapBytes,
        OptionalLong directBytes,
        OptionalLong mallocBytes,
        OptionalLong stackBytes,
        OptionalLong trackedMallocBytes,
        long rssBytes,
        KernelMemory kernel) {

    /**
     * What was taken from the C library past the JVM: Netty's direct memory, and a constant for what the library needs
     * itself for each of the JVM's own blocks. The only count that the compilers, who take and return megabytes, leave
     * alone.
     */
    public OptionalLong untrackedMallocBytes() {
        return mallocBytes.isPresent() && trackedMallocBytes.isPresent()
                ? OptionalLong.of(mallocBytes.getAsLong() - trackedMallocBytes.getAsLong())
                : OptionalLong.empty();
    }

    /** Of a server that is no JVM. */
    static Memory of(long rssBytes, KernelMemory kernel) {
        OptionalLong none = OptionalLong.empty();
        return new Memory(none, none, none, none, none, rssBytes, kernel);
    }
}
