package dev.weir.perf.result;

/** Numbers of a trial that belong together, in order. */
public enum Series {
    /** What each client got in the window. */
    CLIENT_BYTES,
    /** How many connections were held when memory was read; those below were read then. */
    CONNECTIONS,
    LIVE_HEAP_BYTES,
    NATIVE_BYTES,
    DIRECT_BYTES,
    STACK_BYTES,
    RSS_BYTES,
    /** Of the whole machine: both ends of each connection are in it. */
    KERNEL_BYTES,
    /** Of the whole machine: what sockets hold of data on its way. */
    TCP_BYTES
}
