package dev.weir.soap;

import java.util.List;
import java.util.stream.Stream;

/**
 * Messages that attackers may send, with the answer that each message must get. Attacks of the same kind have the same
 * row number.
 *
 * <p>The table has no row 27 and no row 28. Row 27 is a message that is sent several times at once, tested in
 * {@link ReplayTest} and {@link dev.weir.contract.SoapAttackContract}. Row 28 is a message that is sent to two
 * processes, tested in {@link ReplayTest} and {@link dev.weir.contract.SoapClusterContract}.
 */
public final class AttackTable {
    private AttackTable() {}

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
