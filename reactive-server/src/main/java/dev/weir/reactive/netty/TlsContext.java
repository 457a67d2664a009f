package dev.weir.reactive.netty;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslCachingX509KeyManagerFactory;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.ReferenceCountUtil;
import java.security.GeneralSecurityException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslOptions;
import reactor.netty.tcp.SslProvider;

/**
 * The TLS context of one SSL bundle. A renewed bundle gets another context, which new connections use.
 *
 * <p>A native context has memory outside the heap and counts its references. This class holds one reference to the
 * current context. The engine of each connection holds another one, so a replaced context lives until its last
 * connection ends. Any thread may call {@link #current}. Only an event loop may create an engine from the result, and
 * only in the task that called {@link #current}.
 */
final class TlsContext {
    /**
     * Settings that do not come from the bundle.
     *
     * @param isNative whether to use Netty's native library instead of the JDK
     * @param offersHttp2 whether clients may choose HTTP/2 by ALPN
     * @param clientAuth whether clients need a certificate
     */
    record Options(boolean isNative, boolean offersHttp2, ClientAuth clientAuth) {}

    private final Options options;
    private final Iterable<? extends Executor> loops;
    /** Written only while the lock of this object is held. */
    private volatile SslProvider current;

    private boolean closed;

    /** @param loops all event loops that call {@link #current} */
    TlsContext(Options options, SslBundle bundle, Iterable<? extends Executor> loops) {
        this.options = options;
        this.loops = loops;
        this.current = create(bundle);
    }

    SslProvider current() {
        return current;
    }

    /** Replaces the context by a context of the renewed bundle, for new connections. */
    synchronized void renew(SslBundle bundle) {
        if (!closed) {
            SslContext old = current.getSslContext();
            current = create(bundle);
            releaseAfter(loops.iterator(), old);
        }
    }

    /** Releases the current context. Call it after the server has stopped. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            ReferenceCountUtil.release(current.getSslContext());
        }
    }

    /**
     * Releases a replaced context after each of the loops has run one more task. Each task that looked up the replaced
     * context has then ended, and its engine holds a reference.
     */
    private static void releaseAfter(Iterator<? extends Executor> loops, SslContext old) {
        if (!loops.hasNext()) {
            ReferenceCountUtil.release(old);
            return;
        }
        try {
            loops.next().execute(() -> releaseAfter(loops, old));
        } catch (RejectedExecutionException e) { // the server has stopped, so no loop looks up a context
            ReferenceCountUtil.release(old);
        }
    }

    private SslProvider create(SslBundle bundle) {
        if (options.isNative() && !NativeKeys.fit(bundle.getManagers().getKeyManagerFactory())) {
            throw new IllegalStateException(
                    "Netty's native TLS library takes only RSA and EC keys that can be exported");
        }
        try {
            SslContext context = builder(bundle).build();
            if (context.sessionContext() instanceof OpenSslSessionContext sessions) {
                // The library then makes the keys, so that clients resume as with the JDK.
                sessions.setTicketKeys();
            }
            return SslProvider.builder().sslContext(context).build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS cannot be set up with the configured SSL bundle", e);
        }
    }

    private SslContextBuilder builder(SslBundle bundle) throws SSLException {
        KeyManagerFactory keys = bundle.getManagers().getKeyManagerFactory();
        SslOptions chosen = bundle.getOptions();
        SslContextBuilder builder = options.isNative() ? ofTheLibrary(keys, chosen) : ofTheJdk(keys, chosen);
        builder.trustManager(bundle.getManagers().getTrustManagerFactory()).clientAuth(options.clientAuth());
        return options.offersHttp2() ? builder.applicationProtocolConfig(alpn()) : builder;
    }

    private static SslContextBuilder ofTheJdk(KeyManagerFactory keys, SslOptions chosen) {
        return SslContextBuilder.forServer(keys)
                .sslProvider(io.netty.handler.ssl.SslProvider.JDK)
                .protocols(chosen.getEnabledProtocols())
                .ciphers(SslOptions.asSet(chosen.getCiphers()));
    }

    /**
     * Configures a context of the native library. Takes protocol versions and ciphers from the JDK unless they are
     * configured, so that {@code java.security} restricts the library as well. Omits the ciphers that the library does
     * not have. The library has no DHE ciphers.
     */
    private static SslContextBuilder ofTheLibrary(KeyManagerFactory keys, SslOptions chosen) throws SSLException {
        SSLEngine jdk = engineOfTheJdk();
        String[] protocols = chosen.getEnabledProtocols();
        String[] ciphers = chosen.getCiphers();
        // The library needs the key in another form in each handshake.
        KeyManagerFactory caching = new OpenSslCachingX509KeyManagerFactory(keys);
        return SslContextBuilder.forServer(caching)
                .sslProvider(io.netty.handler.ssl.SslProvider.OPENSSL_REFCNT)
                .protocols(protocols == null ? jdk.getEnabledProtocols() : protocols)
                .ciphers(
                        List.of(ciphers == null ? jdk.getEnabledCipherSuites() : ciphers),
                        SupportedCipherSuiteFilter.INSTANCE);
    }

    private static SSLEngine engineOfTheJdk() throws SSLException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[0], new TrustManager[0], null);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            return engine;
        } catch (GeneralSecurityException e) {
            throw new SSLException(e);
        }
    }

    private static ApplicationProtocolConfig alpn() {
        return new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_2,
                ApplicationProtocolNames.HTTP_1_1);
    }
}
