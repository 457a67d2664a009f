package dev.weir.soap;

import dev.weir.soap.endpoint.Calculator;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.xml.Names;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.MimeHeaders;
import jakarta.xml.soap.SOAPConstants;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.KeyStore;
import java.util.List;
import org.apache.wss4j.common.crypto.Merlin;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.ws.context.DefaultMessageContext;
import org.springframework.ws.server.EndpointInterceptor;
import org.springframework.ws.server.endpoint.adapter.DefaultMethodEndpointAdapter;
import org.springframework.ws.server.endpoint.adapter.method.dom.DomPayloadMethodProcessor;
import org.springframework.ws.server.endpoint.mapping.PayloadRootAnnotationMethodEndpointMapping;
import org.springframework.ws.soap.SoapMessage;
import org.springframework.ws.soap.saaj.SaajSoapMessage;
import org.springframework.ws.soap.saaj.SaajSoapMessageFactory;
import org.springframework.ws.soap.security.wss4j2.Wss4jSecurityInterceptor;
import org.springframework.ws.soap.security.wss4j2.callback.KeyStoreCallbackHandler;
import org.springframework.ws.soap.server.SoapMessageDispatcher;
import org.springframework.ws.soap.server.endpoint.SimpleSoapExceptionResolver;

/**
 * Weir's SOAP service, but with Spring-WS's own security interceptor. The interceptor is configured as in the article
 * that {@code docs/soap.md} describes, except that it uses today's algorithms. Takes the bytes of a request and returns
 * the bytes of a response. Thread-safe.
 */
public final class Stock {
    private static final String PARTS = "{}{" + Names.SOAP + "}Body;{}{" + Names.WSU + "}Timestamp";

    private final MessageFactory saaj;
    private final SaajSoapMessageFactory messages;
    private final SoapMessageDispatcher dispatcher = new SoapMessageDispatcher();

    /**
     * @param keys the store with the private key {@code server}, which decrypts requests and signs responses
     * @param trusted the certificates of the clients that may call, or of their issuers
     */
    public Stock(KeyStore keys, String password, KeyStore trusted) {
        try {
            saaj = MessageFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL);
            messages = new SaajSoapMessageFactory(saaj);
            messages.afterPropertiesSet();
            ApplicationContext context = new AnnotationConfigApplicationContext(Calculator.class);
            PayloadRootAnnotationMethodEndpointMapping mapping = new PayloadRootAnnotationMethodEndpointMapping();
            mapping.setInterceptors(new EndpointInterceptor[] {security(keys, password, trusted)});
            mapping.setApplicationContext(context);
            DomPayloadMethodProcessor payloads = new DomPayloadMethodProcessor();
            DefaultMethodEndpointAdapter adapter = new DefaultMethodEndpointAdapter();
            adapter.setMethodArgumentResolvers(List.of(payloads));
            adapter.setMethodReturnValueHandlers(List.of(payloads));
            dispatcher.setEndpointMappings(List.of(mapping));
            dispatcher.setEndpointAdapters(List.of(adapter));
            dispatcher.setEndpointExceptionResolvers(List.of(new SimpleSoapExceptionResolver()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Wss4jSecurityInterceptor security(KeyStore keys, String password, KeyStore trusted)
            throws Exception {
        Merlin own = new Merlin();
        own.setKeyStore(keys);
        Merlin others = new Merlin();
        others.setTrustStore(trusted);
        KeyStoreCallbackHandler passwords = new KeyStoreCallbackHandler();
        passwords.setKeyStore(keys);
        passwords.setPrivateKeyPassword(password);
        passwords.afterPropertiesSet();
        Wss4jSecurityInterceptor security = new Wss4jSecurityInterceptor();
        security.setValidationActions("Timestamp Signature Encrypt");
        security.setValidationSignatureCrypto(others);
        security.setValidationDecryptionCrypto(own);
        security.setValidationCallbackHandler(passwords);
        security.setSecurementActions("Timestamp Signature");
        security.setSecurementUsername("server");
        security.setSecurementPassword(password);
        security.setSecurementSignatureCrypto(own);
        security.setSecurementSignatureKeyIdentifier("DirectReference");
        security.setSecurementSignatureAlgorithm(Names.RSA_SHA256);
        security.setSecurementSignatureDigestAlgorithm(Names.SHA256);
        security.setSecurementSignatureParts(PARTS);
        security.afterPropertiesSet();
        return security;
    }

    public byte[] answer(byte[] request) throws Exception {
        MimeHeaders fields = new MimeHeaders();
        fields.addHeader("Content-Type", SoapAnswer.MEDIA_TYPE);
        SoapMessage message = new SaajSoapMessage(saaj.createMessage(fields, new ByteArrayInputStream(request)), saaj);
        DefaultMessageContext context = new DefaultMessageContext(message, messages);
        dispatcher.receive(context);
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        context.getResponse().writeTo(response);
        return response.toByteArray();
    }
}
