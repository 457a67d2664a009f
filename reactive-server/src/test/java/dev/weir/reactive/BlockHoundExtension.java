package dev.weir.reactive;

import org.junit.jupiter.api.extension.Extension;
import reactor.blockhound.BlockHound;

/**
 * Watches event loops from before the first test on. JUnit makes it, once, in the JVM that runs tests. BlockHound's own
 * listener is also made where Surefire only looks for tests, which is Maven's JVM if there are several to run them.
 */
public final class BlockHoundExtension implements Extension {
    static {
        BlockHound.install();
    }
}
