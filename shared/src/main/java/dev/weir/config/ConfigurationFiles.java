package dev.weir.config;

import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;

/**
 * Reads configuration files by Spring Boot's own loaders. If a file is malformed, the error names the file and the
 * place. Spring Boot's error would have no file name, and would show text of the file, which may contain keys.
 *
 * <p>Spring Boot reads a file by the first loader that supports its extension. So this class supports all extensions,
 * and comes before the other loaders.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ConfigurationFiles implements PropertySourceLoader {
    /** Matches a place in an error message of the YAML parser. The last place is that of the error. */
    private static final Pattern PLACE = Pattern.compile("line \\d+, column \\d+");

    private final PropertySourceLoader properties = new PropertiesPropertySourceLoader();
    private final PropertySourceLoader yaml = new YamlPropertySourceLoader();

    /**
     * Returns the extensions in the order of Spring Boot's own loaders, because this order decides their precedence.
     */
    @Override
    public String[] getFileExtensions() {
        return Stream.of(properties, yaml)
                .flatMap(loader -> Stream.of(loader.getFileExtensions()))
                .toArray(String[]::new);
    }

    @Override
    public List<PropertySource<?>> load(String name, Resource file) throws IOException {
        boolean isYaml = List.of(yaml.getFileExtensions())
                .contains(String.valueOf(file.getFilename()).replaceAll(".*\\.", ""));
        try {
            return (isYaml ? yaml : properties).load(name, file);
        } catch (RuntimeException e) {
            String place = PLACE.matcher(String.valueOf(e.getMessage()))
                    .results()
                    .map(MatchResult::group)
                    .reduce("", (_, last) -> " at " + last);
            String path = file.isFile() ? file.getFile().getPath() : file.getDescription();
            throw new BadSettingException(path, "is malformed" + place);
        }
    }
}
