package dev.weir.config.keys;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ReflectionUtils;

/**
 * The known configuration keys below a prefix, derived from the components of a record. Finds unknown keys. Immutable.
 *
 * <p>Spring's own check ({@code ignoreUnknownFields = false}) skips the environment and the system properties. This
 * class checks every source.
 */
public final class KnownKeys {
    /** Spring's names of the property sources for arguments and system properties. */
    private static final Set<String> COMMAND_LINE = Set.of("commandLineArgs", "systemProperties");

    private final ConfigurationPropertyName prefix;
    private final List<KeyPattern> patterns;

    /**
     * An unknown configuration key.
     *
     * @param key the key as Spring reads it, or as it was written if Spring ignores it
     * @param nearest the known key that is most similar
     * @param origin where the key was set; the text does not contain the value
     */
    public record UnknownKey(String key, String nearest, String origin) {}

    /**
     * @param prefix the first element of each key
     * @param properties a record whose components are the keys below {@code prefix}
     */
    public KnownKeys(String prefix, Class<? extends Record> properties) {
        this.prefix = ConfigurationPropertyName.of(prefix);
        this.patterns = patterns(new KeyPattern(List.of(prefix)), properties).toList();
    }

    List<KeyPattern> all() {
        return patterns;
    }

    /**
     * Returns the first unknown key, or empty if there is none. Looks only at keys that begin with the prefix. In
     * arguments and system properties, a name such as {@code WEIR_FILES_ROOT} or {@code weir-files-root} counts as
     * unknown, because Spring would ignore it.
     */
    public Optional<UnknownKey> firstUnknown(Iterable<ConfigurationPropertySource> sources) {
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource named) {
                Stream<UnknownKey> unknowns = properties(named)
                        .filter(property -> !isKnown(property, source))
                        .map(property -> unknown(property.getName().toString(), property.getName(), property));
                Optional<UnknownKey> unknown =
                        Stream.concat(unknowns, variables(named)).findFirst();
                if (unknown.isPresent()) {
                    return unknown;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the known keys that are set, with their values. If several sources set a key, the first source counts.
     */
    public Map<String, Object> values(Iterable<ConfigurationPropertySource> sources) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource named) {
                properties(named)
                        .forEach(property -> match(property, source)
                                .ifPresent(
                                        key -> values.putIfAbsent(key.like(property.getName()), property.getValue())));
            }
        }
        return values;
    }

    private Stream<ConfigurationProperty> properties(IterableConfigurationPropertySource source) {
        return names(source)
                .filter(name -> prefix.equals(name) || prefix.isAncestorOf(name))
                .flatMap(name -> Stream.ofNullable(source.getConfigurationProperty(name)));
    }

    /**
     * Returns the names of all keys of a source. Adds the environment variables with dots in their names, which Spring
     * does not list.
     */
    private static Stream<ConfigurationPropertyName> names(IterableConfigurationPropertySource source) {
        if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource environment) {
            Stream<ConfigurationPropertyName> dotted = Stream.of(environment.getPropertyNames())
                    .filter(name -> name.contains("."))
                    .map(name -> ConfigurationPropertyName.adapt(name, '.'));
            return Stream.concat(source.stream(), dotted);
        }
        return source.stream();
    }

    private boolean isKnown(ConfigurationProperty property, ConfigurationPropertySource source) {
        boolean isGroup = property.getValue().equals("")
                && patterns.stream().anyMatch(pattern -> pattern.isBelow(property.getName()));
        return isGroup
                || match(property, source).isPresent()
                || (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource environment
                        && ForeignVariables.contain(property, environment));
    }

    private Optional<KeyPattern> match(ConfigurationProperty property, ConfigurationPropertySource source) {
        ConfigurationPropertyName name = property.getName();
        boolean words = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource && !isDotted(property);
        return patterns.stream()
                .filter(pattern ->
                        pattern.matches(name) || (words && pattern.inWords().matches(name)))
                .findFirst();
    }

    /**
     * Returns whether a key comes from an environment variable with dots in its name. {@link KeyPattern#inWords} does
     * not apply to such a name.
     */
    private static boolean isDotted(ConfigurationProperty property) {
        return property.getOrigin() instanceof PropertySourceOrigin source
                && source.getOrigin() instanceof SystemEnvironmentOrigin variable
                && variable.getProperty().contains(".");
    }

    /** Returns the arguments and system properties with '_' or '-' after the prefix. */
    private Stream<UnknownKey> variables(IterableConfigurationPropertySource source) {
        if (!(source.getUnderlyingSource() instanceof EnumerablePropertySource<?> properties)
                || !COMMAND_LINE.contains(properties.getName())) {
            return Stream.empty();
        }
        return Stream.of(properties.getPropertyNames())
                .filter(name -> name.matches("(?i)" + prefix + "[_-].+"))
                .flatMap(name -> Stream.ofNullable(
                                source.getConfigurationProperty(ConfigurationPropertyName.adapt(name, '.')))
                        .map(property -> unknown(name, inDots(name), property)));
    }

    private static ConfigurationPropertyName inDots(String variable) {
        return ConfigurationPropertyName.adapt(variable.toLowerCase(Locale.ROOT).replace('-', '_'), '_');
    }

    private UnknownKey unknown(String key, ConfigurationPropertyName name, ConfigurationProperty property) {
        List<KeyPattern> below =
                patterns.stream().filter(pattern -> pattern.isBelow(name)).toList();
        String nearest = Spelling.nearest(
                name.toString(),
                (below.isEmpty() ? patterns : below)
                        .stream().map(pattern -> pattern.like(name)).toList());
        return new UnknownKey(key, nearest, String.valueOf(property.getOrigin()));
    }

    private static Stream<KeyPattern> patterns(KeyPattern above, Type type) {
        if (type instanceof Class<?> leaf && !isGroup(leaf)) {
            return Stream.of(above);
        }
        if (type instanceof Class<?> group) {
            return Stream.of(group.getRecordComponents()).flatMap(component -> ofComponent(above, component));
        }
        ParameterizedType collection = (ParameterizedType) type;
        if (collection.getRawType() == Map.class) {
            return patterns(above.then(KeyPattern.NAME), collection.getActualTypeArguments()[1]);
        }
        Type member = collection.getActualTypeArguments()[0];
        Stream<KeyPattern> members = patterns(above.then(KeyPattern.INDEX), member);
        boolean commas = member == String.class; // one value may contain the whole list, separated by commas
        return commas ? Stream.concat(Stream.of(above), members) : members;
    }

    private static Stream<KeyPattern> ofComponent(KeyPattern above, RecordComponent component) {
        return patterns(
                above.then(DataObjectPropertyName.toDashedForm(component.getName())), component.getGenericType());
    }

    /**
     * Returns whether the type is a record whose components have keys of their own. Returns false for a record with the
     * method {@code valueOf(String)}, because such a record has one key as a whole.
     */
    private static boolean isGroup(Class<?> type) {
        return type.isRecord() && ReflectionUtils.findMethod(type, "valueOf", String.class) == null;
    }
}
