package dev.weir.perf.contender;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import dev.weir.soap.endpoint.Calculator;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.dom.WSConstants;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.ws.config.annotation.EnableWs;
import org.springframework.ws.config.annotation.WsConfigurer;
import org.springframework.ws.server.EndpointInterceptor;
import org.springframework.ws.soap.security.wss4j2.Wss4jSecurityInterceptor;
import org.springframework.ws.soap.security.wss4j2.callback.KeyStoreCallbackHandler;
import org.springframework.ws.soap.security.wss4j2.support.CryptoFactoryBean;
import org.springframework.ws.transport.http.MessageDispatcherServlet;

/** The main class of {@link Contender#STOCK}: Spring-WS with its own security interceptor answers Weir's SOAP calls. */
public final class StockServer {
    public static void main(String[] arguments) throws IOException, LifecycleException {
        StockTomcat.run(StockServer::addTo, arguments);
    }

    static void addTo(Tomcat tomcat, Context context, SimpleCommandLinePropertySource given) {
        if ("corretto".equals(given.getProperty("weir.soap.crypto"))) {
            AmazonCorrettoCryptoProvider.install(); // for the JVM, since the interceptor takes no provider
            AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
        }
        AnnotationConfigWebApplicationContext service = new AnnotationConfigWebApplicationContext();
        service.getEnvironment().getPropertySources().addFirst(given);
        service.register(StockService.class);
        Tomcat.addServlet(context, "ws", new MessageDispatcherServlet(service)).setLoadOnStartup(1);
        context.addServletMapping("/ws", "ws");
    }

    @Configuration
    @EnableWs
    @Import(Calculator.class)
    static class StockService implements WsConfigurer {
        private static final int SECONDS_TO_LIVE = 300;

        private final Environment properties;

        StockService(Environment properties) {
            this.properties = properties;
        }

        @Override
        public void addInterceptors(List<EndpointInterceptor> interceptors) {
            interceptors.add(security());
        }

        @Bean
        Wss4jSecurityInterceptor security() {
            KeyStoreCallbackHandler passwords = new KeyStoreCallbackHandler();
            passwords.setPrivateKeyPassword(value("key-store-password"));
            Wss4jSecurityInterceptor security = new Wss4jSecurityInterceptor();
            security.setValidationActions("Timestamp Signature Encrypt");
            security.setValidationTimeToLive(SECONDS_TO_LIVE);
            security.setValidationSignatureCrypto(store("trust-store"));
            security.setValidationDecryptionCrypto(store("key-store"));
            security.setValidationCallbackHandler(passwords);
            security.setSecurementActions("Timestamp Signature");
            security.setSecurementTimeToLive(SECONDS_TO_LIVE);
            security.setSecurementUsername("server");
            security.setSecurementPassword(value("key-store-password"));
            security.setSecurementSignatureCrypto(store("key-store"));
            security.setSecurementSignatureKeyIdentifier("DirectReference");
            security.setSecurementSignatureAlgorithm(WSConstants.RSA_SHA256);
            security.setSecurementSignatureDigestAlgorithm(WSConstants.SHA256);
            security.setSecurementSignatureParts("{}{%s}Body;{}{%s}Timestamp;{}{%s}BinarySecurityToken"
                    .formatted(WSConstants.URI_SOAP11_ENV, WSConstants.WSU_NS, WSConstants.WSSE_NS));
            security.setEnableSignatureConfirmation(true);
            return security;
        }

        private Crypto store(String name) {
            try {
                CryptoFactoryBean store = new CryptoFactoryBean();
                store.setKeyStoreLocation(new FileSystemResource(value(name)));
                store.setKeyStorePassword(value(name + "-password"));
                store.setKeyStoreType("PKCS12");
                store.afterPropertiesSet();
                return Objects.requireNonNull(store.getObject());
            } catch (Exception e) { // declared by Spring
                throw new IllegalStateException(name, e);
            }
        }

        private String value(String key) {
            return properties.getRequiredProperty("weir.soap." + key);
        }
    }
}
