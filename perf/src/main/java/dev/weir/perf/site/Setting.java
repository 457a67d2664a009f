package dev.weir.perf.site;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.ServedFolder;
import java.nio.file.Path;

/**
 * Who is measured, with what.
 *
 * @param part by its name
 * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
 * @param out where servers' logs go
 * @param ownCore whether the generator has a core for itself
 */
public record Setting(
        String part, Contender contender, Path modules, ServedFolder folder, Path out, boolean ownCore, Sizes sizes) {
    /**
     * How many of each.
     *
     * @param downloads that wait for a change, or run while others ask
     * @param cancels downloads whose clients leave
     * @param addresses that ask once each
     * @param subscribers who listen
     * @param seconds for which events are pushed beside small things
     * @param returning subscribers that lose the connection; a fourth of them listen beside others that stall
     * @param streams on HTTP/2 connections
     * @param sockets that are slow
     * @param messages one after the other
     * @param minutes of everything at once
     */
    public record Sizes(
            int downloads,
            int cancels,
            int addresses,
            int subscribers,
            int seconds,
            int returning,
            int streams,
            int sockets,
            int messages,
            int minutes) {}
}
