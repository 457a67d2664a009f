package dev.weir.soap;

import java.util.List;
import java.util.stream.Stream;

/**
 * Messages that attackers may send, row by row, with the answer that each must get.
 *
 * <p>Some rows are tested elsewhere. {@code ReplayTest} and the contract over HTTP test row 27 (copies at once). {@code
 * ReplayTest} tests the cache's part of row 29. Row 28 with a second server needs what the two share. Row 39 with a
 * slow body is no message yet. If a row allows two answers, this table has the one that Weir gives, so that all servers
 * give the same.
 */
public final class AttackTable {
    private AttackTable() {}

    /** The whole table. */
    public static List<Attack> all() {
        return Stream.of(
                        CoverageAttacks.list(),
                        EncryptionAttacks.list(),
                        KeyAttacks.list(),
                        HeaderAttacks.list(),
                        ReferenceAttacks.list(),
                        ContentAttacks.list(),
                        SizeAttacks.list(),
                        TransportAttacks.list())
                .flatMap(List::stream)
                .toList();
    }
}
