package dev.weir.perf.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One field of one answer that two servers give differently. */
record Difference(String probe, String field, String theirs, String ours) {
    private static final String ABSENT = "-";

    /** Of all answers, each by probe and then by field. */
    static List<Difference> between(Map<String, Map<String, String>> theirs, Map<String, Map<String, String>> ours) {
        List<Difference> differences = new ArrayList<>();
        theirs.forEach((probe, their) -> {
            Map<String, String> our = ours.getOrDefault(probe, Map.of());
            Set<String> names = new TreeSet<>(their.keySet());
            names.addAll(our.keySet());
            for (String name : names) {
                String a = their.getOrDefault(name, ABSENT);
                String b = our.getOrDefault(name, ABSENT);
                if (!a.equals(b)) {
                    differences.add(new Difference(probe, name, a, b));
                }
            }
        });
        return List.copyOf(differences);
    }
}
