package dev.weir.reactive;

import org.junit.jupiter.api.extension.Extension;
import reactor.blockhound.BlockHound;

/**
 * Installs BlockHound before the first test. JUnit loads this class only in a JVM that runs tests. With
 * several test JVMs, Surefire scans for tests in Maven's JVM, and would load BlockHound's own listener there too.
 */
public final class BlockHoundExtension implements Extension {
    static {
        BlockHound.install();
    }
}
