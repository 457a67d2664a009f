package dev.weir.contract.soap;

import dev.weir.soap.TestKeys;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.ws.security.wss4j.DefaultCryptoCoverageChecker;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.SecurityActionToken;
import org.apache.wss4j.common.crypto.PasswordEncryptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.action.SignatureAction;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.handler.WSHandler;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

final class CxfPeer implements AutoCloseable {
    private static final String CALC = "http://javacrumbs.net/calc";
    private static final QName PORT = new QName(CALC, "CalcSoap11");
    private static final String ENC = WSConstants.ENC_NS;

    private final Dispatch<Source> dispatch;

    CxfPeer(String address) {
        Service service = Service.create(new QName(CALC, "CalcService"));
        service.addPort(PORT, SOAPBinding.SOAP11HTTP_BINDING, address);
        dispatch = service.createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
        client().getOutInterceptors().add(new WSS4JOutInterceptor(sent()));
        client().getInInterceptors().add(new WSS4JInInterceptor(received()));
        DefaultCryptoCoverageChecker coverage = new DefaultCryptoCoverageChecker();
        coverage.setSignBody(true);
        coverage.setSignTimestamp(true);
        coverage.setCheckFaults(false); // so that a test can see an unsigned fault
        client().getInInterceptors().add(coverage);
    }

    private Client client() {
        return ((DispatchImpl<Source>) dispatch).getClient();
    }

    /**
     * Calls the SOAP service to add {@code a} and {@code b}.
     *
     * @return the sum in the response, as Apache CXF reads it
     * @throws jakarta.xml.ws.soap.SOAPFaultException if the response is a fault, or if CXF refuses the response
     */
    long plus(int a, int b) throws TransformerException {
        String payload = "<c:plusRequest xmlns:c='%s'><c:a>%d</c:a><c:b>%d</c:b></c:plusRequest>".formatted(CALC, a, b);
        DOMResult result = new DOMResult();
        TransformerFactory.newInstance()
                .newTransformer()
                .transform(dispatch.invoke(new StreamSource(new StringReader(payload))), result);
        NodeList sums = ((Document) result.getNode()).getElementsByTagNameNS(CALC, "result");
        return Long.parseLong(sums.item(0).getTextContent());
    }

    @Override
    public void close() {
        client().destroy();
    }

    private static Map<String, Object> sent() {
        Map<String, Object> sent = new HashMap<>();
        sent.put(WSS4JOutInterceptor.WSS4J_ACTION_MAP, Map.of(WSConstants.SIGN, new SignatureFirst()));
        sent.put("action", "Timestamp Encryption Signature");
        sent.put("timeToLive", "60");
        sent.put("user", "client");
        sent.put("passwordEncryptorInstance", new PlainPasswords());
        sent.put("passwordCallbackRef", (CallbackHandler) CxfPeer::password);
        sent.put("signaturePropRefId", "own");
        sent.put("own", store("client.p12"));
        sent.put("signatureKeyIdentifier", "DirectReference");
        sent.put("signatureAlgorithm", WSConstants.RSA_SHA256);
        sent.put("signatureDigestAlgorithm", WSConstants.SHA256);
        sent.put(
                "signatureParts",
                "{Element}{%s}Body;{Element}{%s}Timestamp;{Element}{%s}BinarySecurityToken"
                        .formatted(WSConstants.URI_SOAP11_ENV, WSConstants.WSU_NS, WSConstants.WSSE_NS));
        sent.put("encryptionPropRefId", "servers");
        sent.put("servers", store("client-trust.p12"));
        sent.put("encryptionUser", "server");
        sent.put("encryptionKeyIdentifier", "Thumbprint");
        sent.put("encryptionParts", "{Content}{" + CALC + "}a");
        sent.put("encryptionKeyTransportAlgorithm", WSConstants.KEYTRANSPORT_RSAOAEP_XENC11);
        sent.put("encryptionDigestAlgorithm", WSConstants.SHA256);
        sent.put("encryptionMGFAlgorithm", WSConstants.MGF_SHA256);
        sent.put("encryptionSymAlgorithm", WSConstants.AES_256_GCM);
        sent.put("enableSignatureConfirmation", "true");
        return sent;
    }

    private static Map<String, Object> received() {
        Map<String, Object> received = new HashMap<>();
        received.put("action", "Timestamp Signature");
        received.put("signatureVerificationPropRefId", "servers");
        received.put("servers", store("client-trust.p12"));
        received.put("passwordEncryptorInstance", new PlainPasswords());
        received.put("enableSignatureConfirmation", "true");
        return received;
    }

    private static Properties store(String file) {
        Path path = TestKeys.get().folder().resolve(file);
        Properties store = new Properties();
        String merlin = "org.apache.wss4j.crypto.merlin.";
        store.setProperty("org.apache.wss4j.crypto.provider", "org.apache.wss4j.common.crypto.Merlin");
        store.setProperty(merlin + "keystore.type", "PKCS12");
        store.setProperty(merlin + "keystore.file", path.toString());
        store.setProperty(merlin + "keystore.password", TestKeys.PASSWORD);
        return store;
    }

    private static void password(Callback[] callbacks) {
        for (Callback callback : callbacks) {
            if (callback instanceof WSPasswordCallback asked) {
                asked.setPassword(TestKeys.PASSWORD);
            }
        }
    }

    /** An encryptor that returns passwords unchanged. WSS4J's own class needs a library that decrypts passwords. */
    private static final class PlainPasswords implements PasswordEncryptor {
        @Override
        public String encrypt(String password) {
            return password;
        }

        @Override
        public String decrypt(String password) {
            return password;
        }
    }

    /** Puts the signature before the encrypted key, as Weir requires. WSS4J would put the signature after the key. */
    private static final class SignatureFirst extends SignatureAction {
        @Override
        public void execute(WSHandler handler, SecurityActionToken token, RequestData data) throws WSSecurityException {
            super.execute(handler, token, data);
            Element header = data.getSecHeader().getSecurityHeaderElement();
            Element signature = (Element) header.getElementsByTagNameNS(WSConstants.SIG_NS, "Signature")
                    .item(0);
            Element key =
                    (Element) header.getElementsByTagNameNS(ENC, "EncryptedKey").item(0);
            header.insertBefore(signature, key);
        }
    }
}
