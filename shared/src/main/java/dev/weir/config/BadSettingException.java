package dev.weir.config;

import java.io.Serial;

/** A configured value makes no sense; the message is one line that begins with its key. */
public final class BadSettingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public BadSettingException(String key, String reason) {
        super(key + ": " + reason);
    }
}
