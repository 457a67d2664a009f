package dev.weir.soap;

import java.util.List;
import java.util.stream.Stream;

/**
 * What may be sent to the service that should not be, row by row, and the answer that each must get.
 *
 * <p>Elsewhere are row 27 (copies at once, in {@code ReplayTest} and in the contract over HTTP) and the cache's part of
 * row 29 (there too). Not here: row 28's other server, which needs what the two share; the slow body of row 39, which is
 * no message yet. Where a row names two answers, this has the one that is given, so that it is the same on all servers.
 */
public final class AttackTable {
    private AttackTable() {}

    /** All of it. */
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
