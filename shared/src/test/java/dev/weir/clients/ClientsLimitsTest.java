package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientsLimitsTest extends ClientsOnManualTime {
    @Test
    void d15_blockedTooManyAndFull() {
        Clients clients = clients(10, 4);
        assertRefused(Problem.BLOCKED, () -> clients.enter(null, InetAddress.ofLiteral("203.0.113.9"), Use.DOWNLOAD));
        Client home = clients.enter(null, HOME, Use.DOWNLOAD);
        clients.enter(null, HOME, Use.DOWNLOAD);
        assertRefused(Problem.TOO_MANY_DOWNLOADS, () -> clients.enter(null, HOME, Use.DOWNLOAD));
        clients.leave(home, Use.DOWNLOAD);
        clients.enter(null, HOME, Use.DOWNLOAD);
        clients.enter(null, OFFICE, Use.DOWNLOAD);
        Client last = clients.enter(null, OFFICE, Use.DOWNLOAD);
        assertRefused(Problem.OVERLOADED, () -> clients.enter(null, OFFICE, Use.DOWNLOAD));
        assertThat(clients.active(Use.DOWNLOAD)).isEqualTo(4);
        clients.leave(last, Use.DOWNLOAD);
        clients.enter(null, OFFICE, Use.DOWNLOAD);
    }

    /**
     * Starts a thousand downloads, although only one start per second is allowed. At least one start must succeed, and
     * at least one must be refused. The exact number depends on how fast the machine is, because the rate limiter uses
     * the system's clock.
     */
    @Test
    void d15_startsASecond() {
        Clients clients =
                new Clients(throttle, List.of(), plan("slow", 5000, 1, false), new Clients.Limits(9, 5000, 5000), time);
        List<Problem> problems = new ArrayList<>();
        for (int start = 0; start < 1000; start++) {
            try {
                clients.enter(null, HOME, Use.DOWNLOAD);
            } catch (RefusedException e) {
                problems.add(e.problem());
            }
        }
        assertThat(problems).hasSizeBetween(1, 999).containsOnly(Problem.TOO_MANY_REQUESTS);
        assertThat(clients.active(Use.DOWNLOAD)).isEqualTo(1000 - problems.size());
    }
}
