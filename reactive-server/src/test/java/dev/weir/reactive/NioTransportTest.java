package dev.weir.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.weir.contract.downloads.LeavingContract;
import dev.weir.contract.downloads.ThrottleContract;
import dev.weir.contract.events.SubscriberContract;
import dev.weir.contract.server.StartedServer;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/**
 * Tests the server without native epoll, on the JDK's own transport (rule M). The server must throttle, and must notice
 * clients that leave. Netty decides once in a JVM whether epoll is available, so these tests run in a JVM of their own.
 */
class NioTransportTest {
    private static final String SUMMARY = " tests succeeded";
    private static final int FEWEST_TESTS = 20;

    @TempDir
    Path folder;

    @Test
    void m_withoutNativeEpollTheRulesHoldOnTheJdksTransport() throws IOException, InterruptedException {
        Stream<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-XX:") || option.startsWith("--"));
        List<String> command = Stream.of(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        options,
                        Stream.of("-Dio.netty.transport.noNative=true"),
                        Stream.of("-cp", System.getProperty("java.class.path"), Rules.class.getName()))
                .flatMap(part -> part)
                .toList();
        Path log = folder.resolve("log");
        Process tests = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            boolean ended = tests.waitFor(3, TimeUnit.MINUTES);
            String said = Files.readString(log);
            assertThat(ended).as(said).isTrue();
            assertThat(tests.exitValue()).as(said).isZero();
            assertThat(said)
                    .contains(SUMMARY, NioServerSocketChannel.class.getName(), NioSocketChannel.class.getName())
                    .doesNotContain("Epoll");
        } finally {
            tests.destroyForcibly();
        }
    }

    /** The tests that run in another JVM, without epoll. They test the rules that depend on the network transport. */
    static class Rules implements ThrottleContract, LeavingContract, SubscriberContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class).with(Channels.class);

        public static void main(String[] arguments) {
            Events tests = EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(Rules.class))
                    .execute()
                    .testEvents();
            tests.failed().stream().forEach(System.out::println);
            System.out.println(tests.succeeded().count() + SUMMARY + " on " + Set.copyOf(Channels.TYPES));
            System.exit(tests.failed().count() == 0 && tests.succeeded().count() > FEWEST_TESTS ? 0 : 1);
        }

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
