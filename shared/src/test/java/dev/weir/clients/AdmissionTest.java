package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.network.Proxies;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmissionTest extends ClientsOnManualTime {
    private final Clients clients = clients(1000, 9);
    private final Callers callers = new Callers(clients, new Proxies(List.of()));
    private Admission admission;

    @BeforeEach
    void admit() {
        admission = callers.download(TestRequest.of("192.0.2.1"));
    }

    @Test
    void thePlaceIsHeldUntilTheLastBytesMayBeWritten() {
        assertThat(admission.next(100_000, 50_000)).isEqualTo(50_000);
        assertThat(admission.next(50_000, 60_000)).isEqualTo(50_000 - Admission.TAIL_BYTES);
        assertThat(admission.next(Admission.TAIL_BYTES, 100)).isEqualTo(100);
        assertThat(clients.active(Use.DOWNLOAD)).isOne();

        assertThat(admission.next(Admission.TAIL_BYTES - 100, Admission.TAIL_BYTES))
                .isEqualTo(Admission.TAIL_BYTES - 100);
        assertThat(clients.active(Use.DOWNLOAD)).isZero();
    }

    @Test
    void aTailThatIsWrittenInPiecesGivesThePlaceBackOnce() {
        callers.download(TestRequest.of("192.0.2.1"));

        assertThat(admission.next(2, 2)).isEqualTo(2);
        assertThat(admission.next(1, 1)).isEqualTo(1);
        admission.leave();

        assertThat(clients.active(Use.DOWNLOAD)).isOne();
    }
}
