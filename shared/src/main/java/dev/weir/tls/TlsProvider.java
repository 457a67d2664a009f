package dev.weir.tls;

import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The TLS implementation that a server uses for the connections of its clients. */
public enum TlsProvider {
    /** Uses the native TLS library if it can be loaded, and otherwise the JDK. */
    AUTO,
    JDK,
    NATIVE;

    /**
     * Returns the implementation to use, which is {@code JDK} or {@code NATIVE}. {@code AUTO} prefers {@code NATIVE}.
     *
     * @param library loads the native library and returns whether it can be used; not called for {@code JDK}
     * @return empty if this is {@code NATIVE} and the library cannot be used
     */
    public Optional<TlsProvider> resolve(BooleanSupplier library) {
        return switch (this) {
            case JDK -> Optional.of(JDK);
            case AUTO -> Optional.of(library.getAsBoolean() ? NATIVE : JDK);
            case NATIVE -> library.getAsBoolean() ? Optional.of(NATIVE) : Optional.empty();
        };
    }

    /** Returns the name of this provider as it is written in the configuration. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
