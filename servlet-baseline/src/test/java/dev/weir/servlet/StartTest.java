package dev.weir.servlet;

import dev.weir.contract.operating.StartContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an invalid value of a setting stops the start with a clear message (A05). */
class StartTest implements StartContract {
    @Override
    public Class<?> application() {
        return ServletServer.class;
    }

    /** If this fails, an operator who asks for native TLS gets the JDK's TLS, and no message says so. */
    @Test
    void a05_nativeTlsIsRefusedEvenWithoutACertificate(@TempDir Path folder) throws IOException, InterruptedException {
        a05_aBadValueStopsTheStartWithOneLineThatNamesTheKey("weir.tls.provider", "native", folder);
    }
}
