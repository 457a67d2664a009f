package dev.weir.soap;

import java.util.List;
import java.util.stream.Stream;

/**
 * Messages that attackers may send, with the answer that each message must get. Attacks of the same kind have the same
 * row number.
 *
 * <p>Rows 27 and 28 are not in this list. In row 27, a message is sent several times at once. {@link ReplayTest} and
 * {@link dev.weir.contract.soap.SoapAttackContract} test row 27. In row 28, a message is sent to two processes.
 * {@link ReplayTest} and {@link dev.weir.contract.cluster.SoapClusterContract} test row 28.
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
