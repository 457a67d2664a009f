package dev.weir.config.keys;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * A configuration key such as {@code weir.plans.*.rate}. A placeholder matches any name or any list index. Immutable.
 *
 * @param elements the elements of the key, such as {@code max-clients}, or placeholders
 */
record KeyPattern(List<String> elements) {
    /** The placeholder that matches each key of a map. */
    static final String NAME = "*";
    /** The placeholder that matches each index of a list. */
    static final String INDEX = "[n]";

    KeyPattern then(String element) {
        List<String> longer = new ArrayList<>(elements);
        longer.add(element);
        return new KeyPattern(longer);
    }

    /**
     * Returns this key with each element split at its hyphens. In the environment, Spring also accepts a key in this
     * form. For {@code max-clients}, it accepts {@code MAX_CLIENTS} besides {@code MAXCLIENTS}.
     */
    KeyPattern inWords() {
        return new KeyPattern(elements.stream()
                .flatMap(element -> Stream.of(element.split("-")))
                .toList());
    }

    boolean matches(ConfigurationPropertyName name) {
        return elements.size() == name.getNumberOfElements() && begins(name);
    }

    /** Returns whether this pattern matches {@code name}, or a key below {@code name}. */
    boolean isBelow(ConfigurationPropertyName name) {
        return elements.size() >= name.getNumberOfElements() && begins(name);
    }

    private boolean begins(ConfigurationPropertyName name) {
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            if (!matches(elements.get(i), name.getElement(i, Form.UNIFORM))) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String element, String uniform) {
        return switch (element) {
            case NAME -> true;
            case INDEX -> isNumber(uniform);
            default -> element.replace("-", "").equals(uniform);
        };
    }

    /** Returns this key as text. Fills its placeholders with the elements of {@code name} at the same positions. */
    String like(ConfigurationPropertyName name) {
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < elements.size(); i++) {
            String own = i < name.getNumberOfElements() ? name.getElement(i, Form.ORIGINAL) : "";
            key.append(
                    switch (elements.get(i)) {
                        case NAME -> "." + (own.isEmpty() ? "<name>" : own);
                        case INDEX -> "[" + (isNumber(own) ? own : "0") + "]";
                        default -> (i == 0 ? "" : ".") + elements.get(i);
                    });
        }
        return key.toString();
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
