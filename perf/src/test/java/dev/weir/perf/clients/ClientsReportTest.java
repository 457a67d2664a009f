package dev.weir.perf.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientsReportTest {
    private static final Map<String, String> NGINX = Map.of("(status)", "200", "server", "nginx");
    private static final Map<String, String> WEIR = Map.of("(status)", "200");
    private static final Map<String, String> OTHER = Map.of("(status)", "206");
    private static final Delivery GOOD = delivery("");

    private static Delivery delivery(String fault) {
        return new Delivery("async", "curl", "file.bin", 2, List.of(new Cut(10, true)), "file.bin", fault);
    }

    private static ClientsReport report(Delivery delivery, Map<String, SecondOpinion> models) {
        Map<String, SecondOpinion> opinions = new LinkedHashMap<>();
        opinions.put("nginx", opinion(NGINX));
        opinions.putAll(models);
        return new ClientsReport(42, List.of("curl 8: `curl URL`"), List.of(delivery), opinions);
    }

    private static SecondOpinion opinion(Map<String, String> fields, RedBot.Note... notes) {
        return new SecondOpinion(List.of(notes), Map.of("GET", fields));
    }

    @Test
    void whatIsMeantIsExplainedAndNoFault() {
        ClientsReport report = report(GOOD, Map.of("async", opinion(WEIR), "virtual", opinion(WEIR)));
        assertThat(report.faults()).isEmpty();
        assertThat(report.markdown())
                .contains("Seed 42", "All is equal", "| async | curl | 1 of 1 | 1 | 1 | 1 | 2 |")
                .contains("| server | nginx | - | all | GET | which software");
    }

    @Test
    void aCopyThatIsNotEqualIsAFault() {
        ClientsReport report = report(delivery("another SHA-256"), Map.of("async", opinion(WEIR)));
        assertThat(report.faults()).singleElement().asString().contains("FAILED (another SHA-256)");
        assertThat(report.markdown()).contains("Not as it should be", "| async | curl | 0 of 1 |");
    }

    @Test
    void aDifferenceThatIsNotMeantIsAFault() {
        ClientsReport report = report(GOOD, Map.of("async", opinion(OTHER)));
        assertThat(report.faults()).containsExactly("async: GET: (status) is 206, nginx: 200");
        assertThat(report.markdown()).contains("**not meant**");
    }

    @Test
    void aMeantDifferenceOfOneModelOnlyIsAFault() {
        ClientsReport report = report(GOOD, Map.of("async", opinion(WEIR), "virtual", opinion(NGINX)));
        assertThat(report.faults()).containsExactly("async: GET: server is -, nginx: nginx");
    }

    @Test
    void aBadNoteIsAFault() {
        RedBot.Note bad = new RedBot.Note("BAD", "ID", "Other bytes.");
        RedBot.Note good = new RedBot.Note("GOOD", "ID", "Right.");
        ClientsReport report = report(GOOD, Map.of("async", opinion(WEIR, bad, good)));
        assertThat(report.faults()).containsExactly("async: REDbot: Other bytes.");
        assertThat(report.markdown()).contains("| GOOD | Right. | async |");
    }
}
