package dev.weir.perf.clients;

/**
 * How one connection ends before its time.
 *
 * @param afterBytes of what the server sends, header included, are passed on at most
 * @param byReset whether its client gets a reset instead of an end that looks orderly
 */
record Cut(long afterBytes, boolean byReset) {
    /** Of a connection that is left alone. */
    static final Cut NEVER = new Cut(Long.MAX_VALUE, false);
}
