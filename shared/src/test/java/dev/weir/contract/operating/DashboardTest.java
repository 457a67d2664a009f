package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests that Grafana's dashboard in docs/grafana shows the metrics that the servers have (rule A04). */
class DashboardTest {
    private static final Pattern METRIC = Pattern.compile("\\bweir_\\w+");
    /** The number of columns in the grid of a Grafana dashboard. */
    private static final int COLUMNS = 24;

    private final JsonNode dashboard = read();

    private static JsonNode read() {
        try {
            return JsonMapper.shared().readTree(Files.readString(Path.of("..", "docs", "grafana", "weir.json")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** If this fails, a panel is empty because its metric does not exist, or no panel shows a new metric. */
    @Test
    void a04_thePanelsShowTheMetricsOfTheList() {
        assertThat(listed()).containsAll(metrics());
        assertThat(metrics()).containsAll(listedWithoutMaxima());
    }

    /**
     * Returns all metrics of the servers except the maxima of times. Panels show quantiles instead, which tell more.
     */
    private static Set<String> listedWithoutMaxima() {
        Set<String> listed = listed();
        listed.removeIf(name -> name.endsWith("_seconds_max"));
        return listed;
    }

    private static Set<String> listed() {
        return Metrics.listedWithRedis().stream()
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void a04_theDocumentTellsTheMetricsOfTheList() throws IOException {
        Set<String> told = METRIC.matcher(Files.readString(Path.of("..", "docs", "operating.md")))
                .results()
                .map(MatchResult::group)
                .filter(name -> !name.equals("weir_threads_")) // stands for all metrics of threads
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(told).containsExactlyElementsOf(listedWithoutMaxima());
    }

    @Test
    void a04_eachPanelHasAUnitAndSaysWhenToLookAtIt() {
        assertThat(panels()).hasSizeGreaterThan(10);
        for (JsonNode panel : panels()) {
            String title = panel.get("title").asString();
            assertThat(panel.get("description").asString()).as(title).startsWith("Look here ");
            assertThat(panel.at("/fieldConfig/defaults/unit").asString())
                    .as(title)
                    .isNotBlank();
            assertThat(panel.at("/datasource/uid").asString()).as(title).isEqualTo("${datasource}");
            JsonNode place = panel.get("gridPos");
            assertThat(place.get("x").asInt() + place.get("w").asInt())
                    .as(title)
                    .isLessThanOrEqualTo(COLUMNS);
        }
        assertThat(ids()).doesNotHaveDuplicates();
        assertThat(dashboard.at("/templating/list/0/type").asString()).isEqualTo("datasource");
    }

    private List<JsonNode> panels() {
        List<JsonNode> panels = new ArrayList<>();
        dashboard.get("panels").forEach(panel -> {
            if (!panel.get("type").asString().equals("row")) {
                panels.add(panel);
            }
        });
        return panels;
    }

    private List<Integer> ids() {
        List<Integer> ids = new ArrayList<>();
        dashboard.get("panels").forEach(panel -> ids.add(panel.get("id").asInt()));
        return ids;
    }

    /** Returns the metrics in the queries of all panels. The parts of a histogram or a summary count as one metric. */
    private Set<String> metrics() {
        Set<String> names = new TreeSet<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.get("targets")) {
                METRIC.matcher(target.get("expr").asString())
                        .results()
                        .map(MatchResult::group)
                        .map(name -> name.replaceAll("_(bucket|sum|count)$", ""))
                        .forEach(names::add);
            }
        }
        return names;
    }
}
