package dev.weir.contract.fault;

import dev.weir.contract.connection.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of the first table in {@code docs/idiomatic.md}: a contract test that plain Spring fails.
 *
 * @param test the name of the test
 * @param models the threading models that fail the test in the style {@code idiomatic} (plain Spring)
 * @param transports the transports over which these models fail the test
 */
record ListedFailure(String test, Set<String> models, Set<Transport> transports) {
    static final Path LIST = Path.of("../docs/idiomatic.md");

    private static final Set<String> MODELS =
            Set.of("reactive", "async", "virtual", "blocking", "async-jetty", "virtual-jetty", "blocking-jetty");

    private static final Map<String, Transport> TRANSPORTS =
            Map.of("HTTP/1.1", Transport.CLEAR, "TLS", Transport.TLS, "HTTP/2", Transport.H2);

    private static final String HEADER = "| test | fails on | over | why |";

    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| ([\\w, -]+) \\| ([\\w/., ]+) \\| [^|]+ \\|");

    static List<ListedFailure> all() {
        try {
            return Files.readAllLines(LIST).stream()
                    .dropWhile(line -> !line.equals(HEADER))
                    .skip(2)
                    .takeWhile(line -> line.startsWith("|"))
                    .map(ListedFailure::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ListedFailure of(String line) {
        Matcher row = ROW.matcher(line);
        if (!row.matches()) {
            throw new AssertionError("not a row of a test, its models, its transports and a reason: " + line);
        }
        Set<String> models = names(row.group(2), MODELS);
        Set<String> transports = names(row.group(3), TRANSPORTS.keySet());
        return new ListedFailure(
                row.group(1), models, transports.stream().map(TRANSPORTS::get).collect(Collectors.toSet()));
    }

    private static Set<String> names(String list, Set<String> known) {
        Set<String> names = Stream.of(list.split(", ")).collect(Collectors.toSet());
        if (!known.containsAll(names)) {
            throw new AssertionError(list + " must name only " + known);
        }
        return names;
    }

    boolean isOf(String model, Transport transport) {
        return models.contains(model) && transports.contains(transport);
    }
}
