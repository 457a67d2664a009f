package dev.weir.tls;

import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The implementation of TLS that a server uses for the connections of its clients. */
public enum TlsProvider {
    /** Uses the native library if it loads, and the JDK if not. */
    AUTO,
    JDK,
    NATIVE;

    /**
     * Replaces {@code AUTO} by {@code JDK} or {@code NATIVE}.
     *
     * @param library loads the native library and returns whether it loads; not called for {@code JDK}
     * @return empty if the native library is wanted but does not load
     */
    public Optional<TlsProvider> resolve(BooleanSupplier library) {
        return switch (this) {
            case JDK -> Optional.of(JDK);
            case AUTO -> Optional.of(library.getAsBoolean() ? NATIVE : JDK);
            case NATIVE -> library.getAsBoolean() ? Optional.of(NATIVE) : Optional.empty();
        };
    }

    /** Returns the name as in the configuration. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
