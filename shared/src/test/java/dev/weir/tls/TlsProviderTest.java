package dev.weir.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TlsProviderTest {
    @Test
    void autoUsesTheNativeLibraryOnlyIfItLoads() {
        assertThat(TlsProvider.AUTO.resolve(() -> true)).contains(TlsProvider.NATIVE);
        assertThat(TlsProvider.AUTO.resolve(() -> false)).contains(TlsProvider.JDK);
    }

    @Test
    void nativeIsNeverReplaced() {
        assertThat(TlsProvider.NATIVE.resolve(() -> true)).contains(TlsProvider.NATIVE);
        assertThat(TlsProvider.NATIVE.resolve(() -> false)).isEmpty();
    }

    /** The value {@code JDK} must not load the native library, because an operator may want to keep it out. */
    @Test
    void jdkLoadsNothing() {
        assertThat(TlsProvider.JDK.resolve(() -> {
                    throw new AssertionError("loaded");
                }))
                .contains(TlsProvider.JDK);
    }
}
