package dev.weir.reactive;

import org.junit.jupiter.api.extension.Extension;
import reactor.blockhound.BlockHound;

/**
 * Installs BlockHound before the first test. JUnit loads this class only in a JVM that runs tests. BlockHound's own
 * listener is also loaded where Surefire only looks for tests: in Maven's JVM, when several JVMs run the tests.
 */
public final class BlockHoundExtension implements Extension {
    static {
        BlockHound.install();
    }
}
