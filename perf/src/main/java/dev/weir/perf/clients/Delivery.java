package dev.weir.perf.clients;

import java.util.List;

/**
 * One file that one client fetched from one server, in spite of the cuts.
 *
 * @param asked how often the client was started, or told to go on
 * @param savedAs the name that the client chose
 * @param fault what is wrong with it; empty when the copy is equal and something was cut
 */
record Delivery(String server, String client, String file, int asked, List<Cut> cuts, String savedAs, String fault) {
    static final String NOTHING_CUT = "no connection was cut: it shows nothing";

    boolean isGood() {
        return fault.isEmpty();
    }

    /** How many of the connections that were cut ended by a reset. */
    long resets() {
        return cuts.stream().filter(Cut::byReset).count();
    }

    /** How many ended before any header can have been whole. */
    long inHeader() {
        return cuts.stream().filter(cut -> cut.afterBytes() < Cuts.HEADER_BYTES).count();
    }

    String line() {
        return "%-9s %-9s %-14s %s: %d cuts (%d resets, %d in the header), asked %d times, saved as %s"
                .formatted(
                        server,
                        client,
                        file,
                        isGood() ? "equal" : "FAILED (" + fault + ")",
                        cuts.size(),
                        resets(),
                        inHeader(),
                        asked,
                        savedAs);
    }
}
