package dev.weir.config.keys;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.json.JsonParserFactory;

/** The option {@code --help} of both servers' jars. It prints the configuration keys and starts no server. */
public final class HelpOption {
    private static final Set<String> NAMES = Set.of("--help", "-h");
    private static final String USAGE = """
            .jar [--KEY=VALUE...]
            Runs the server until Ctrl-C. A key may also stand in the environment, as WEIR_FILES_ROOT for
            weir.files.root, or in application.yaml in the current folder. Keys that do not begin with "weir." are
            Spring Boot's, such as --server.port=8090. docs/configuration.md explains all keys.
            """;

    private HelpOption() {}

    /**
     * If an argument asks for help, prints the help and ends the process. Otherwise does nothing.
     *
     * @param server the name of the jar, without its extension
     * @param properties the record whose components are the keys below "weir"
     */
    public static void runIfAsked(String server, Class<? extends Record> properties, String... arguments) {
        String help = help(server, properties, arguments);
        if (help != null) {
            System.out.print(help);
            System.exit(0);
        }
    }

    /** Returns the help text, or null if no argument asks for help. */
    static @Nullable String help(String server, Class<? extends Record> properties, String... arguments) {
        if (Stream.of(arguments).noneMatch(NAMES::contains)) {
            return null;
        }
        List<KeyPattern> known = new KnownKeys("weir", properties).all();
        StringBuilder help =
                new StringBuilder("usage: java -jar ").append(server).append(USAGE);
        keys().forEach(key -> {
            help.append("\n  ").append(key.get("name"));
            if (key.containsKey("defaultValue")) {
                help.append("  (default: ").append(key.get("defaultValue")).append(')');
            }
            help.append("\n      ").append(key.get("description")).append('\n');
            below(ConfigurationPropertyName.of(String.valueOf(key.get("name"))), known)
                    .forEach(below -> help.append("      ").append(below).append('\n'));
        });
        return help.toString();
    }

    /**
     * Returns the keys below a map or a list, such as {@code weir.plans.<name>.rate} below {@code weir.plans}. The
     * metadata does not have these keys. Returns no keys if {@code group} is neither a map nor a list.
     */
    private static Stream<String> below(ConfigurationPropertyName group, List<KeyPattern> known) {
        return known.stream()
                .filter(key -> key.isBelow(group) && key.elements().size() > group.getNumberOfElements())
                .map(key -> key.like(group));
    }

    /** Returns the configuration keys that begin with "weir.", from the metadata files that editors also read. */
    private static Stream<Map<?, ?>> keys() {
        try {
            return Collections.list(HelpOption.class
                            .getClassLoader()
                            .getResources("META-INF/spring-configuration-metadata.json"))
                    .stream()
                    .flatMap(file -> properties(file).stream())
                    .<Map<?, ?>>map(Map.class::cast)
                    .filter(key -> String.valueOf(key.get("name")).startsWith("weir."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<?> properties(URL file) {
        try (InputStream in = file.openStream()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return JsonParserFactory.getJsonParser().parseMap(text).get("properties") instanceof List<?> list
                    ? list
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
