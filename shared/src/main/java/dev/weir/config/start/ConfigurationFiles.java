package dev.weir.config.start;

import dev.weir.config.BadSettingException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;

/**
 * Reads configuration files of one format by Spring Boot's own loader. If a file is malformed, the error names the file
 * and the place. Spring Boot's error would have no file name, and would show text of the file, which may contain keys.
 *
 * <p>Spring Boot reads a file by the first loader that supports its extension. So the subclasses come before the other
 * loaders. Each format has its own subclass, because a loader cannot see the format of a file that has no extension
 * ({@code spring.config.import=file[.yaml]}).
 */
abstract sealed class ConfigurationFiles implements PropertySourceLoader {
    /** Matches a place in an error message of the YAML parser. The last place in a message is where the error is. */
    private static final Pattern PLACE = Pattern.compile("line \\d+, column \\d+");

    private final PropertySourceLoader loader;

    private ConfigurationFiles(PropertySourceLoader loader) {
        this.loader = loader;
    }

    /** Comes before {@link Yaml}, as in Spring Boot, because this order decides the precedence of the files. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class Properties extends ConfigurationFiles {
        Properties() {
            super(new PropertiesPropertySourceLoader());
        }
    }

    @Order(Ordered.HIGHEST_PRECEDENCE + 1)
    static final class Yaml extends ConfigurationFiles {
        Yaml() {
            super(new YamlPropertySourceLoader());
        }
    }

    @Override
    public String[] getFileExtensions() {
        return loader.getFileExtensions();
    }

    @Override
    public List<PropertySource<?>> load(String name, Resource file) throws IOException {
        return load(name, file, null);
    }

    /** {@code encoding} is null if the configuration names none. */
    @Override
    public List<PropertySource<?>> load(String name, Resource file, @Nullable Charset encoding) throws IOException {
        try {
            return loader.load(name, file, encoding);
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
