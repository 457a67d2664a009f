package dev.weir.reactive;

import org.junit.jupiter.api.extension.Extension;
import reactor.blockhound.BlockHound;

/**
 * Installs BlockHound, which detects blocked event loops, before the first test. BlockHound's own JUnit listener cannot
 * be used. With several test JVMs, Surefire scans for tests in Maven's JVM, and would load the listener there, too.
 * JUnit loads this class only in a JVM that runs tests.
 */
public final class BlockHoundExtension implements Extension {
    static {
        BlockHound.install();
    }
}
