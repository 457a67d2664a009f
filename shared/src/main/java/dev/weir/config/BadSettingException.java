package dev.weir.config;

import java.io.Serial;

/**
 * Thrown when a configured value is invalid. The message is one line that begins with the configuration key or file.
 */
public final class BadSettingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public BadSettingException(String key, String reason) {
        super(key + ": " + reason);
    }
}
