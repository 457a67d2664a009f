package dev.weir.perf.clients;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run saw, as Markdown.
 *
 * @param clients versions and commands
 * @param opinions of every server by its name, nginx first
 */
record ClientsReport(long seed, List<String> clients, List<Delivery> deliveries, Map<String, SecondOpinion> opinions) {
    /** The models against nginx, and none of them against the others. */
    private Map<Difference, Set<String>> differences() {
        Map<Difference, Set<String>> byDifference = new LinkedHashMap<>();
        SecondOpinion nginx = opinions.values().iterator().next();
        opinions.forEach((server, opinion) -> Difference.between(nginx.answers(), opinion.answers())
                .forEach(difference -> byDifference
                        .computeIfAbsent(difference, _ -> new LinkedHashSet<>())
                        .add(server)));
        return byDifference;
    }

    private boolean isMeant(Difference difference, Set<String> models) {
        return models.size() == opinions.size() - 1
                && Deliberate.reason(difference).isPresent();
    }

    /** Each of them in a line; without any, all is well. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        deliveries.stream().filter(delivery -> !delivery.isGood()).forEach(delivery -> faults.add(delivery.line()));
        // What it holds of nginx is not ours to mend.
        opinions.entrySet().stream()
                .skip(1)
                .forEach(model -> model.getValue().notes().stream()
                        .filter(RedBot.Note::isBad)
                        .forEach(note -> faults.add("%s: REDbot: %s".formatted(model.getKey(), note.summary()))));
        differences().forEach((difference, models) -> {
            if (!isMeant(difference, models)) {
                faults.add("%s: %s: %s is %s, nginx: %s"
                        .formatted(
                                String.join(", ", models),
                                difference.probe(),
                                difference.field(),
                                difference.ours(),
                                difference.theirs()));
            }
        });
        return faults;
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# What clients and others make of the answers\n\n");
        clients.forEach(client -> text.append("- ").append(client).append('\n'));
        text.append("""

                Seed %d. A proxy passes on what a server sends until a cut, by a reset or by a close, drawn from the seed
                for every connection of a download; each client then resumes until it is done. Equal means: one file, with
                the SHA-256 of what is served, and at least one connection was cut. Inside of a header it is always a reset:
                curl and wget take a header that is closed early for a whole one, from nginx as well.

                """.formatted(seed));
        List<String> faults = faults();
        text.append(faults.isEmpty() ? "**All is equal, or differs as is meant.**\n" : "**Not as it should be:**\n\n");
        faults.forEach(fault -> text.append("- ").append(fault).append('\n'));
        downloads(text);
        notes(text);
        fields(text);
        return text.toString();
    }

    private void downloads(StringBuilder text) {
        text.append("\n## Downloads\n\n| server | client | equal | cuts | by reset | in the header | asked |\n")
                .append("|---|---|---|---|---|---|---|\n");
        Map<List<String>, List<Delivery>> groups = deliveries.stream()
                .collect(Collectors.groupingBy(
                        delivery -> List.of(delivery.server(), delivery.client()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        groups.forEach((key, group) -> text.append("| %s | %d of %d | %d | %d | %d | %d |%n"
                .formatted(
                        String.join(" | ", key),
                        group.stream().filter(Delivery::isGood).count(),
                        group.size(),
                        group.stream()
                                .mapToInt(delivery -> delivery.cuts().size())
                                .sum(),
                        group.stream().mapToLong(Delivery::resets).sum(),
                        group.stream().mapToLong(Delivery::inHeader).sum(),
                        group.stream().mapToInt(Delivery::asked).sum())));
    }

    private void notes(StringBuilder text) {
        text.append("\n## REDbot\n\n| level | note | servers |\n|---|---|---|\n");
        Map<String, List<String>> servers = new TreeMap<>();
        opinions.forEach((server, opinion) -> opinion.notes()
                .forEach(note -> servers.computeIfAbsent(note.level() + " | " + note.summary(), _ -> new ArrayList<>())
                        .add(server)));
        servers.forEach((note, names) -> text.append("| %s | %s |%n".formatted(note, String.join(", ", names))));
    }

    private void fields(StringBuilder text) {
        text.append("\n## Beside nginx\n\n")
                .append(Probe.ALL.size() + " requests: ")
                .append(Probe.ALL.stream().map(Probe::name).collect(Collectors.joining("; ")))
                .append(".\n\n| field | nginx | Weir | models | requests | why |\n|---|---|---|---|---|---|\n");
        Map<String, List<String>> requests = new LinkedHashMap<>();
        differences().forEach((difference, models) -> {
            String why =
                    isMeant(difference, models) ? Deliberate.reason(difference).orElseThrow() : "**not meant**";
            String row = "| %s | %s | %s | %s | {} | %s |"
                    .formatted(
                            difference.field(),
                            difference.theirs(),
                            difference.ours(),
                            models.size() == opinions.size() - 1 ? "all" : String.join(", ", models),
                            why);
            requests.computeIfAbsent(row, _ -> new ArrayList<>()).add(difference.probe());
        });
        requests.forEach((row, probes) -> text.append(
                        row.replace("{}", probes.size() == Probe.ALL.size() ? "all" : String.join("; ", probes)))
                .append('\n'));
    }
}
