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

    /** {@code JDK} must not load the native library. An operator may choose {@code JDK} to avoid that library. */
    @Test
    void jdkLoadsNothing() {
        assertThat(TlsProvider.JDK.resolve(() -> {
                    throw new AssertionError("loaded");
                }))
                .contains(TlsProvider.JDK);
    }
}
