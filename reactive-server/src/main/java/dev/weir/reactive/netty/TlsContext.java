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
 * The TLS context of one SSL bundle. When the bundle is renewed, new connections get a new context.
 *
 * <p>A native context has memory outside the heap and is reference-counted. This object holds one reference, and each
 * connection's engine holds one. So a replaced context lives until its last connection ends. Call {@link #current} and
 * create the engine in the same task of an event loop. In a later task, the context may already be released.
 */
final class TlsContext {
    /**
     * Settings of a TLS context that do not come from the SSL bundle.
     *
     * @param isNative true for Netty's native library, false for the JDK's implementation
     * @param offersHttp2 whether clients may choose HTTP/2 by ALPN
     * @param clientAuth whether clients may or must present a certificate
     */
    record Options(boolean isNative, boolean offersHttp2, ClientAuth clientAuth) {}

    private final Options options;
    private final Iterable<? extends Executor> loops;
    /** The context for new connections. Any thread may read it. Only synchronized methods change it. */
    private volatile SslProvider current;

    private boolean closed;

    /** @param loops all event loops that may call {@link #current} */
    TlsContext(Options options, SslBundle bundle, Iterable<? extends Executor> loops) {
        this.options = options;
        this.loops = loops;
        this.current = create(bundle);
    }

    SslProvider current() {
        return current;
    }

    /** Replaces the context for new connections by one from the renewed bundle. Has no effect after {@link #close}. */
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
     * Releases a replaced context after each event loop has run one more task. Any earlier task that looked up this
     * context has then created an engine, which holds its own reference.
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
                // The library then makes its own ticket keys. So clients can resume sessions, as with the JDK.
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
     * Configures a context of Netty's native library. By default, the JDK's protocol versions and ciphers apply, so
     * that the restrictions in {@code java.security} also apply to the library. Omits all ciphers that the library does
     * not support, such as DHE.
     */
    private static SslContextBuilder ofTheLibrary(KeyManagerFactory keys, SslOptions chosen) throws SSLException {
        SSLEngine jdk = engineOfTheJdk();
        String[] protocols = chosen.getEnabledProtocols();
        String[] ciphers = chosen.getCiphers();
        // Keeps the key in the library's own form. Otherwise each handshake would convert the key.
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
