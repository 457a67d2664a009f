package dev.weir.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.WeirProperties;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests that the servers, the documentation and the metadata for editors have the same configuration keys (A05). */
class DocumentedKeysTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /**
     * The configuration keys that the servers know. Omits the keys of single texts in a list, such as
     * {@code weir.events.allowed-origins[n]}.
     */
    private final List<String> known = new KnownKeys("weir", WeirProperties.class)
            .all().stream()
                    .map(DocumentedKeysTest::text)
                    .filter(key -> !key.endsWith(KeyPattern.INDEX))
                    .toList();

    private final Map<String, String> documented = documented();

    /** The metadata that editors read, by configuration key. */
    private final Map<String, JsonNode> described = described();

    @Test
    void a05_theDocumentationHasTheKnownKeys() {
        assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(known);
    }

    /**
     * The metadata must have exactly the keys that the servers know. For a map or a list of records, it must have only
     * the map's or list's own key, such as {@code weir.plans}. It must not have the keys of the entries, such as
     * {@code weir.plans.*.rate}.
     */
    @Test
    void a05_theMetadataHasTheKnownKeys() {
        List<String> collapsed = known.stream()
                .map(key -> key.replaceAll("(\\.\\*|\\[n]).*", ""))
                .distinct()
                .toList();
        assertThat(described.keySet()).containsExactlyInAnyOrderElementsOf(collapsed);
    }

    /** The metadata must describe each key. A description comes from an {@code @param}, but must have no inline tag. */
    @Test
    void a05_theMetadataDescribesEachKey() {
        assertThat(described)
                .allSatisfy((key, property) -> assertThat(
                                property.path("description").asString(""))
                        .isNotBlank()
                        .doesNotContain("{@")
                        .doesNotContain("  "))
                .allSatisfy((key, property) ->
                        assertThat(property.path("type").asString("")).isNotBlank());
    }

    @Test
    void a05_theDocumentationHasTheDefaults() {
        Map<String, String> defaults = described.entrySet().stream()
                .filter(entry -> entry.getValue().has("defaultValue"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> text(entry.getValue().get("defaultValue"))));
        assertThat(defaults).hasSizeGreaterThan(30);
        assertThat(defaults).allSatisfy((key, value) -> {
            if (!value.isEmpty()) { // an empty password is the default, because there is no store by default
                assertThat(documented.get(key)).isEqualTo(value);
            }
        });
    }

    private static String text(KeyPattern pattern) {
        return String.join(".", pattern.elements()).replace("." + KeyPattern.INDEX, KeyPattern.INDEX);
    }

    private static String text(JsonNode value) {
        return value.asString().replaceAll("^\\[(.*)]$", "$1"); // a list of texts
    }

    /**
     * Returns the keys in the tables of docs/configuration.md, with their defaults. A row may have one default for all
     * its keys.
     */
    private static Map<String, String> documented() {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String line : read(PAGE).split("\n")) {
            String[] cells = line.split("\\|");
            if (line.startsWith("| `weir.")) {
                List<String> names = names(cells[1]);
                String defaults = cells[2].strip().replace("`", "");
                List<String> each = List.of(defaults.split(", "));
                for (int i = 0; i < names.size(); i++) {
                    keys.put(names.get(i), each.size() == names.size() ? each.get(i) : defaults);
                }
            }
        }
        return keys;
    }

    /** Returns the full keys in a table cell like {@code `weir.soap.key-store`, `.key-store-password`}. */
    private static List<String> names(String cell) {
        List<String> written =
                CODE.matcher(cell).results().map(code -> code.group(1)).toList();
        String first = written.getFirst();
        return written.stream()
                .map(name -> name.startsWith(".") ? first.substring(0, first.lastIndexOf('.')) + name : name)
                .filter(name -> name.startsWith("weir."))
                .map(name -> name.replaceAll("<\\w+>", "*"))
                .toList();
    }

    private static Map<String, JsonNode> described() {
        try {
            Path classes = Path.of(WeirProperties.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            JsonNode metadata = JsonMapper.shared().readTree(read(classes.resolve(METADATA)));
            return StreamSupport.stream(metadata.get("properties").spliterator(), false)
                    .filter(property -> property.get("name").asString().startsWith("weir."))
                    .collect(Collectors.toMap(property -> property.get("name").asString(), property -> property));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(file + " is missing", e);
        }
    }
}
