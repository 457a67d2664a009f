package dev.weir.contract.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Needs;
import org.junit.jupiter.api.Test;

/** Tests the SOAP service with Apache CXF as the client (rules S02, S03). */
public interface PeerContract extends ContractPart {
    /** If this fails, first check the order of the elements in the SOAP security header, then the algorithms. */
    @Needs(Needs.SOAP_KEYS)
    @Test
    default void s02_cxfIsAnsweredAndBelievesTheAnswer() throws Exception {
        try (CxfPeer peer = new CxfPeer("http://127.0.0.1:" + server().port() + "/ws")) {
            assertThat(peer.plus(1_000, 337)).isEqualTo(1_337);
            assertThat(peer.plus(-5, 2)).isEqualTo(-3);
        }
    }
}
