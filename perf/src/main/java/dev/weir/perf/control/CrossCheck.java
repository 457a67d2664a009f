package dev.weir.perf.control;

import java.util.List;

/** What our generator and others say of the same server, and how late ours runs at a high rate. */
record CrossCheck(
        String date,
        List<String> server,
        List<String> tools,
        long seconds,
        int connections,
        List<Comparison> comparisons,
        Lag lag) {
    boolean met() {
        return lag.met() && comparisons.stream().allMatch(Comparison::met);
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# Our generator beside others%n%n".formatted())
                .append(
                        "%s; %s. Server, on core 0 once warm: `%s`. Generators on core 1, in turns (ABBA), %d s each, %d connections.%n"
                                .formatted(
                                        date,
                                        String.join(", ", tools),
                                        String.join(" ", server),
                                        seconds,
                                        connections));
        comparisons.forEach(comparison -> text.append(comparison.markdown()));
        return text.append(lag.markdown()).toString();
    }
}
