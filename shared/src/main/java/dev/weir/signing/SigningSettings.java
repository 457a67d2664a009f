package dev.weir.signing;

import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code weir.signing.*}.
 *
 * @param keys the keys that sign links, by id; each value is the key itself, or "file:" followed by the path of a
 *     file that contains the key
 */
public record SigningSettings(@DefaultValue Map<String, String> keys) {
    @Override
    public String toString() {
        return "SigningSettings[keys=" + keys.keySet() + "]"; // hides the keys
    }
}
