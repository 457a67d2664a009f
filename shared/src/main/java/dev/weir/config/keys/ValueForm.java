package dev.weir.config.keys;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/** Says in plain words what a value must look like. */
public final class ValueForm {
    private ValueForm() {}

    /** Returns the words that follow "is not" in the message about an invalid value, for a setting of this type. */
    public static String of(Class<?> type) {
        Class<?> wanted = ClassUtils.resolvePrimitiveIfNecessary(type);
        if (wanted.isEnum()) {
            return "one of " + Arrays.toString(wanted.getEnumConstants()).toLowerCase(Locale.ROOT);
        }
        if (wanted == DataSize.class) {
            return "a size, like 409600 or 400KB";
        }
        if (wanted == Duration.class) {
            return "a time, like 500ms or 60s";
        }
        if (wanted == Boolean.class) {
            return "true or false";
        }
        if (Number.class.isAssignableFrom(wanted)) {
            return "a whole number";
        }
        if (wanted == Path.class) {
            return "a path";
        }
        return wanted == InetAddress.class ? "a known address" : "valid";
    }
}
