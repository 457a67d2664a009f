package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the measured figures in the tables of {@code docs/findings.md}. Each must also stand in the section that is
 * linked as its source, where it may have another unit or more digits. In the column of a model, the figure must be of
 * that model in the source's tables, too.
 */
class FindingsTest {
    private static final Path DOCS = Path.of("../docs");

    private static final int LEAST_FIGURES = 150;

    private static final Set<String> MEASURED =
            Set.of("`reactive`", "`async`", "`virtual`", "`blocking`", "other", "size", "measured");

    private static final Map<String, Unit> UNITS = Map.ofEntries(
            Map.entry("µs", new Unit("time", new BigDecimal("0.000001"))),
            Map.entry("ms", new Unit("time", new BigDecimal("0.001"))),
            Map.entry("s", new Unit("time", BigDecimal.ONE)),
            Map.entry("KB", new Unit("memory", BigDecimal.valueOf(1_000))),
            Map.entry("KiB", new Unit("memory", BigDecimal.valueOf(1 << 10))),
            Map.entry("MiB", new Unit("memory", BigDecimal.valueOf(1 << 20))),
            Map.entry("GiB", new Unit("memory", BigDecimal.valueOf(1 << 30))),
            Map.entry("million", new Unit("number", BigDecimal.valueOf(1_000_000))));

    private static final Unit NONE = new Unit("number", BigDecimal.ONE);

    private static final Pattern FIGURE = Pattern.compile(
            "(?<![\\w.,~-])(\\d[\\d,]*(?:\\.\\d+)?)(?: ?(" + String.join("|", UNITS.keySet()) + "))?(?![\\w-])");

    private static final Pattern LINK = Pattern.compile("\\]\\((results|ladder)\\.md#([^)]+)\\)");
    private static final Pattern MODEL = Pattern.compile("`(reactive|async|virtual|blocking)");
    private static final Pattern HEADING = Pattern.compile("(#+) (.*)");

    private record Unit(String quantity, BigDecimal size) {}

    private record Figure(BigDecimal value, Unit unit) {
        boolean isRoundedFrom(Figure source) {
            return unit.quantity().equals(source.unit().quantity())
                    && source.value()
                                    .multiply(source.unit().size())
                                    .divide(unit.size(), value.scale(), RoundingMode.HALF_UP)
                                    .compareTo(value)
                            == 0;
        }
    }

    @Test
    void eachFigureStandsInItsSource() throws IOException {
        assertThat(foreign(Files.readAllLines(DOCS.resolve("findings.md")))).isEmpty();
    }

    @Test
    void aChangedFigureIsFound() throws IOException {
        List<String> changed = Files.readAllLines(DOCS.resolve("findings.md")).stream()
                .map(line -> line.replaceFirst("\\| 6\\.13 s \\|", "| 6.12 s |").replace("[9,989]", "[9,991]"))
                .toList();
        assertThat(foreign(changed)).hasSize(3).allMatch(figure -> figure.matches("(6\\.12 s|9,991):.*"));
    }

    @Test
    void aFigureOfAnotherModelIsFound() throws IOException {
        List<String> changed = Files.readAllLines(DOCS.resolve("findings.md")).stream()
                .map(line -> line.replace("| 6.13 s | 6.90 s |", "| 6.90 s | 6.13 s |"))
                .toList();
        assertThat(foreign(changed)).containsExactly("6.90 s: 6.90 s", "6.13 s: 6.13 s");
    }

    /** Returns the figures that do not stand in their source, each with its cell. */
    private static List<String> foreign(List<String> lines) throws IOException {
        List<String> foreign = new ArrayList<>();
        List<String> columns = List.of();
        long checked = 0;
        for (String line : lines) {
            if (!line.startsWith("|")) {
                columns = List.of();
            } else if (columns.isEmpty()) {
                columns = cells(line);
            } else {
                List<String> cells = cells(line);
                int source = columns.indexOf("source");
                for (int i = 0; i < cells.size(); i++) {
                    if (MEASURED.contains(columns.get(i))) {
                        checked += figures(cells.get(i)).count();
                        String links = source < 0 ? cells.get(i) : cells.get(source);
                        foreign.addAll(foreign(cells.get(i), links, columns.get(i)));
                    }
                }
            }
        }
        assertThat(checked).as("figures").isGreaterThan(LEAST_FIGURES);
        return foreign;
    }

    private static List<String> foreign(String cell, String links, String column) throws IOException {
        List<Figure> known = new ArrayList<>();
        for (Matcher link = LINK.matcher(links); link.find(); ) {
            List<String> section = section(link.group(1) + ".md", link.group(2));
            (column.startsWith("`") ? of(column, section) : section)
                    .forEach(line -> figures(line).map(FindingsTest::figure).forEach(known::add));
        }
        return figures(cell)
                .filter(text -> known.stream().noneMatch(figure(text)::isRoundedFrom))
                .map(text -> text + ": " + cell)
                .toList();
    }

    /** Returns the text outside of tables, and from the tables the model's column, or the rows of no other model. */
    private static List<String> of(String model, List<String> section) {
        List<String> all = new ArrayList<>();
        List<String> columns = List.of();
        String name = model.substring(0, model.length() - 1); // so that it begins "`async-idiomatic`", too
        for (String line : section) {
            if (!line.startsWith("|")) {
                columns = List.of();
                all.add(line);
            } else if (columns.isEmpty()) {
                columns = cells(line);
            } else if (columns.contains(model)) {
                all.add(cells(line).get(columns.indexOf(model)));
            } else if (line.contains(name) || !MODEL.matcher(line).find()) {
                all.add(line);
            }
        }
        return all;
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(1).split("\\|")).map(String::strip).toList();
    }

    /** Returns the lines below a heading, up to the next heading of the same or a higher level. */
    private static List<String> section(String document, String anchor) throws IOException {
        List<String> lines = new ArrayList<>();
        int level = 0;
        for (String line : Files.readAllLines(DOCS.resolve(document))) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                int own = heading.group(1).length();
                if (level > 0 && own <= level) {
                    break;
                }
                if (anchor(heading.group(2)).equals(anchor)) {
                    level = own;
                }
            } else if (level > 0) {
                lines.add(line);
            }
        }
        assertThat(lines).as("%s#%s", document, anchor).isNotEmpty();
        return lines;
    }

    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
    }

    private static Stream<String> figures(String text) {
        String plain = text.replaceAll("\\]\\([^)]*\\)", "]").replaceAll("`[^`]*`", "");
        return FIGURE.matcher(plain).results().map(figure -> figure.group());
    }

    private static Figure figure(String text) {
        Matcher parts = FIGURE.matcher(text);
        assertThat(parts.matches()).isTrue();
        String unit = parts.group(2);
        return new Figure(
                new BigDecimal(parts.group(1).replace(",", "")), unit == null ? NONE : UNITS.getOrDefault(unit, NONE));
    }
}
