package dev.weir.reactive.netty;

import dev.weir.config.Settings;
import dev.weir.tls.TlsProvider;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.stereotype.Component;
import reactor.netty.http.HttpProtocol;
import reactor.netty.resources.LoopResources;

/**
 * Sets up TLS with the implementation that {@code weir.tls.provider} chooses: Netty's native library or the JDK.
 * Replaces Spring Boot's own set-up, but reads the same properties {@code server.ssl.*} and the same SSL bundles.
 *
 * <p>Spring Boot's set-up always takes the native library if it can be loaded. That set-up frees native memory only
 * after a garbage collection, whereas {@link TlsContext} frees it when the last connection ends.
 *
 * <p>Runs on the thread that starts the server, so the library is loaded before any event loop needs it.
 */
@Component
public class TlsSetup
        implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, InfoContributor, DisposableBean {
    private static final Logger log = LoggerFactory.getLogger(TlsSetup.class);

    private final Settings settings;
    private final LoopResources loops;
    private final List<TlsContext> contexts = new CopyOnWriteArrayList<>();
    /** The TLS implementation of the first port with TLS: the main port or the management port. Null without TLS. */
    private volatile @Nullable TlsProvider provider;

    TlsSetup(Settings settings, LoopResources loops) {
        this.settings = settings;
        this.loops = loops;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        Http2 http2 = factory.getHttp2();
        secure(factory, http2 != null && http2.isEnabled());
    }

    /**
     * Sets up TLS for the factory's port. Does nothing if the factory has no TLS configuration.
     *
     * @param offersHttp2 whether the port also serves HTTP/2
     */
    public void secure(NettyReactiveWebServerFactory factory, boolean offersHttp2) {
        Ssl ssl = factory.getSsl();
        if (ssl == null || !ssl.isEnabled()) {
            return;
        }
        TlsContext.Options options = new TlsContext.Options(
                choose(ssl, factory.getSslBundles()) == TlsProvider.NATIVE,
                offersHttp2,
                Ssl.ClientAuth.map(ssl.getClientAuth(), ClientAuth.NONE, ClientAuth.OPTIONAL, ClientAuth.REQUIRE));
        ServerNames names = names(ssl, options, factory.getSslBundles());
        factory.setSsl(null); // otherwise Spring Boot would create contexts, too
        HttpProtocol[] protocols = offersHttp2
                ? new HttpProtocol[] {HttpProtocol.HTTP11, HttpProtocol.H2}
                : new HttpProtocol[] {HttpProtocol.HTTP11};
        factory.addServerCustomizers(server -> server.secure(names::apply).protocol(protocols));
    }

    private TlsProvider choose(Ssl ssl, @Nullable SslBundles bundles) {
        TlsProvider chosen = settings.tlsProvider(() -> loads() && takesKeys(ssl, bundles));
        log.info("TLS uses the provider {} (weir.tls.provider)", chosen.label());
        if (provider == null) {
            provider = chosen;
        }
        return chosen;
    }

    private static boolean loads() {
        if (OpenSsl.isAvailable()) {
            return true;
        }
        log.warn("Netty's native TLS library cannot be used: {}", String.valueOf(OpenSsl.unavailabilityCause()));
        return false;
    }

    private static boolean takesKeys(Ssl ssl, @Nullable SslBundles bundles) {
        Stream<SslBundle> named = ssl.getServerNameBundles().stream()
                .map(name -> Objects.requireNonNull(bundles).getBundle(name.bundle()));
        boolean takes = Stream.concat(Stream.of(WebServerSslBundle.get(ssl, bundles)), named)
                .allMatch(bundle -> NativeKeys.fit(bundle.getManagers().getKeyManagerFactory()));
        if (!takes) {
            log.warn("Netty's native TLS library cannot be used: it takes only RSA and EC keys that can be exported");
        }
        return takes;
    }

    private ServerNames names(Ssl ssl, TlsContext.Options options, @Nullable SslBundles bundles) {
        TlsContext byDefault = new TlsContext(options, WebServerSslBundle.get(ssl, bundles), loops.onServer(true));
        contexts.add(byDefault);
        follow(ssl.getBundle(), byDefault, bundles);
        ServerNames names = new ServerNames(byDefault);
        for (Ssl.ServerNameSslBundle named : ssl.getServerNameBundles()) {
            TlsContext context = new TlsContext(
                    options, Objects.requireNonNull(bundles).getBundle(named.bundle()), loops.onServer(true));
            contexts.add(context);
            follow(named.bundle(), context, bundles);
            names.add(named.serverName(), context);
        }
        return names;
    }

    private static void follow(@Nullable String bundle, TlsContext context, @Nullable SslBundles bundles) {
        if (bundle != null && !bundle.isEmpty() && bundles != null) {
            bundles.addBundleUpdateHandler(bundle, context::renew);
        }
    }

    /** Adds the TLS implementation to the actuator's {@code info}, if a port uses TLS. */
    @Override
    public void contribute(Info.Builder info) {
        TlsProvider chosen = provider;
        if (chosen != null) {
            info.withDetail("tls", Map.of("provider", chosen.label()));
        }
    }

    /** Releases the TLS contexts. A context that an open connection uses lives until the connection ends. */
    @Override
    public void destroy() {
        contexts.forEach(TlsContext::close);
    }
}
