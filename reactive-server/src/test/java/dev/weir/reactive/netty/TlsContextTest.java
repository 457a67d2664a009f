package dev.weir.reactive.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.TlsStore;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.ReferenceCounted;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TlsContextTest {
    private static final TlsStore STORE = TlsStore.create();

    private final Queue<Runnable> first = new ArrayDeque<>();
    private final Queue<Runnable> second = new ArrayDeque<>();
    private final TlsContext context = context(true, first::add, second::add);

    private static TlsContext context(boolean isNative, Executor... loops) {
        TlsContext.Options options = new TlsContext.Options(isNative, false, ClientAuth.NONE);
        return new TlsContext(options, STORE.sslBundle(), List.of(loops));
    }

    @AfterEach
    void close() {
        context.close();
    }

    /** A replaced TLS context must live until each event loop has ended its current task, which may use the context. */
    @Test
    void aReplacedContextLivesUntilEachLoopHasEndedItsTask() {
        ReferenceCounted old = current();
        context.renew(STORE.sslBundle());
        Objects.requireNonNull(first.poll()).run();
        assertThat(old.refCnt()).isEqualTo(1);
        Objects.requireNonNull(second.poll()).run();
        assertThat(old.refCnt()).isZero();
        assertThat(current().refCnt()).isEqualTo(1);
    }

    /** A replaced TLS context must live as long as its connections. If it lived longer, memory would leak. */
    @Test
    void aReplacedContextLivesAsLongAsItsConnections() {
        ReferenceCounted old = current();
        SSLEngine engine = engine(context);
        context.renew(STORE.sslBundle());
        Objects.requireNonNull(first.poll()).run();
        Objects.requireNonNull(second.poll()).run();
        assertThat(old.refCnt()).isEqualTo(1);
        ReferenceCountUtil.release(engine);
        assertThat(old.refCnt()).isZero();
    }

    @Test
    void aClosedContextIsFreedOnceAndNotReplaced() {
        ReferenceCounted last = current();
        context.close();
        context.close();
        assertThat(last.refCnt()).isZero();
        context.renew(STORE.sslBundle());
        assertThat(current()).isSameAs(last);
    }

    @Test
    void theLibraryEnablesTheProtocolsOfTheJdk() {
        assertThat(protocols(true)).isEqualTo(protocols(false)).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
    }

    @Test
    void theLibraryEnablesNoCipherThatTheJdkDisables() throws NoSuchAlgorithmException {
        assertThat(SSLContext.getDefault().createSSLEngine().getEnabledCipherSuites())
                .containsAll(enabled(true, SSLEngine::getEnabledCipherSuites));
    }

    private Set<String> protocols(boolean isNative) {
        Set<String> enabled = enabled(isNative, SSLEngine::getEnabledProtocols);
        enabled.remove("SSLv2Hello"); // the format of a message, which the library always names
        return enabled;
    }

    private Set<String> enabled(boolean isNative, Function<SSLEngine, String[]> list) {
        TlsContext one = context(isNative);
        SSLEngine engine = engine(one);
        Set<String> enabled = new HashSet<>(Arrays.asList(list.apply(engine)));
        ReferenceCountUtil.release(engine);
        one.close();
        return enabled;
    }

    private static SSLEngine engine(TlsContext context) {
        return context.current().getSslContext().newEngine(ByteBufAllocator.DEFAULT);
    }

    private ReferenceCounted current() {
        return (ReferenceCounted) context.current().getSslContext();
    }
}
