package dev.weir.servlet.connector.tls;

import dev.weir.tls.TlsProvider;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Reports the TLS implementation in the log and in {@code /actuator/info}. On Tomcat, it is always the JDK.
 * {@link TlsCheck} rejects {@code weir.tls.provider=native}, even without TLS.
 */
public final class TlsSetup implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, InfoContributor {
    private static final Logger log = LoggerFactory.getLogger(TlsSetup.class);

    /** Whether the server's main port, not the management port, uses TLS. */
    private volatile boolean used;

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        Ssl ssl = factory.getSsl();
        if (ssl != null && ssl.isEnabled()) {
            used = true;
            log.info("TLS uses the provider {} (weir.tls.provider)", TlsProvider.JDK.label());
        }
    }

    /** Adds the name of the TLS implementation to {@code /actuator/info}, if the server uses TLS. */
    @Override
    public void contribute(Info.Builder info) {
        if (used) {
            info.withDetail("tls", Map.of("provider", TlsProvider.JDK.label()));
        }
    }
}
