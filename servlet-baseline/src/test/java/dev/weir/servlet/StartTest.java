package dev.weir.servlet;

import dev.weir.contract.StartContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A05: an invalid value stops the start with a clear message. */
class StartTest implements StartContract {
    @Override
    public Class<?> application() {
        return ServletServer.class;
    }

    /** If this fails, an operator who wants native TLS gets the JDK's, and no line says so. */
    @Test
    void a05_nativeTlsIsRefusedEvenWithoutACertificate(@TempDir Path folder) throws IOException, InterruptedException {
        a05_aBadValueStopsTheStartWithOneLineThatNamesTheKey("weir.tls.provider", "native", folder);
    }
}
