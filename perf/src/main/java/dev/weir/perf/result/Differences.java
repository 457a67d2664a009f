package dev.weir.perf.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Finds where written results differ from computed ones, figure by figure. */
public final class Differences {
    /** Of what a number is: written and read again it is the same, but for the last bit of a sum. */
    private static final double ROUNDING = 1e-12;

    private final List<String> found = new ArrayList<>();

    private Differences() {}

    /** One line for each figure that differs, is missing, or has nothing to follow from. */
    public static List<String> between(Path written, Results computed) throws IOException {
        Differences differences = new Differences();
        JsonNode tree = Archive.MAPPER.readTree(Archive.MAPPER.writeValueAsString(computed));
        differences.compare("", Archive.read(written, JsonNode.class), tree);
        return differences.found;
    }

    private void compare(String path, JsonNode written, JsonNode computed) {
        if (written.isObject() && computed.isObject()) {
            Set<String> names = new TreeSet<>(written.propertyNames());
            names.addAll(computed.propertyNames());
            names.forEach(name -> compare(path + "/" + name, written.path(name), computed.path(name)));
        } else if (written.isArray() && computed.isArray() && written.size() == computed.size()) {
            for (int i = 0; i < written.size(); i++) {
                compare(path + "/" + i, written.get(i), computed.get(i));
            }
        } else if (!same(written, computed)) {
            found.add("%s is %s and should be %s".formatted(path, text(written), text(computed)));
        }
    }

    private static boolean same(JsonNode written, JsonNode computed) {
        if (written.isNumber() && computed.isNumber()) {
            double difference = Math.abs(written.doubleValue() - computed.doubleValue());
            return difference <= ROUNDING * Math.abs(computed.doubleValue());
        }
        return written.equals(computed);
    }

    private static String text(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.isContainer() ? "of another size" : node.toString();
    }
}
