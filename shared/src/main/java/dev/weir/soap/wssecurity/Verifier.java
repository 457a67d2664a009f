package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.WSDocInfo;
import org.apache.wss4j.dom.callback.DOMCallbackLookup;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.processor.BinarySecurityTokenProcessor;
import org.apache.wss4j.dom.processor.SignatureProcessor;
import org.apache.wss4j.dom.validate.Credential;
import org.apache.wss4j.dom.validate.SignatureTrustValidator;
import org.w3c.dom.Element;

/**
 * Verifies a message's signature, and checks that the signature covers the required elements. Thread-safe.
 *
 * <p>The second check prevents signature wrapping: an attacker moves a signed element, and the receiver reads an
 * unsigned element instead (McIntosh and Austel, "XML Signature Element Wrapping Attacks and Countermeasures", 2005).
 * WSS4J does not detect this attack. So this class checks that the receiver reads the same element objects that are
 * signed.
 */
public final class Verifier {
    /**
     * A verified signature.
     *
     * @param signer the certificate of the signer
     * @param value the bytes of the signature
     * @param content a hexadecimal digest of the signer's key and of the canonical {@code SignedInfo}
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and the arrays are never changed
    public record Signed(X509Certificate signer, byte[] value, String content) {}

    /**
     * Matches every subject name, because {@link Trust} decides about certificates. Without any pattern, WSS4J would
     * log a warning for every message.
     */
    private static final List<Pattern> ANY_NAME = List.of(Pattern.compile(".*", Pattern.DOTALL));

    private final Supplier<Trust> current;
    private final Cryptography cryptography;

    /**
     * @param current returns the current trusted certificates; called for each message
     * @param cryptography chooses the provider that verifies a signature, depending on the signer's key
     */
    public Verifier(Supplier<Trust> current, Cryptography cryptography) {
        this.current = current;
        this.cryptography = cryptography;
        // Signing and encryption need this call, too. Each process that signs or encrypts also creates a verifier.
        WSSConfig.init();
    }

    /**
     * Verifies the signature in a security header, and checks that the required elements are signed.
     *
     * @param covered the elements that must be signed, in addition to the token with the signer's certificate
     * @param now the time at which the signer's certificate must be valid
     */
    public Signed verify(SecurityHeader header, List<Element> covered, Instant now) throws SoapRefusal {
        Algorithms.checkSignature(header.signature(), header.token());
        WSSecurityEngineResult result = run(header, now);
        Set<Element> signed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Object reference : found(result, WSSecurityEngineResult.TAG_DATA_REF_URIS, List.class)) {
            signed.add(((WSDataRef) reference).getProtectedElement());
        }
        if (!signed.contains(header.token()) || !signed.containsAll(covered)) {
            throw SoapRefusal.structure("an element that must be signed is not");
        }
        X509Certificate signer = found(result, WSSecurityEngineResult.TAG_X509_CERTIFICATE, X509Certificate.class);
        byte[] value = found(result, WSSecurityEngineResult.TAG_SIGNATURE_VALUE, byte[].class);
        return new Signed(signer, value, content(header.signature(), signer));
    }

    private static <T> T found(WSSecurityEngineResult result, String tag, Class<T> type) {
        return Objects.requireNonNull(type.cast(result.get(tag)));
    }

    private WSSecurityEngineResult run(SecurityHeader header, Instant now) throws SoapRefusal {
        Trust trust = current.get();
        WSSConfig config = WSSConfig.getNewInstance();
        config.setValidator(WSConstants.SIGNATURE, new Authentication(trust, cryptography, now));
        RequestData data = new RequestData();
        data.setWssConfig(config);
        data.setSigVerCrypto(trust.crypto());
        data.setSubjectCertConstraints(ANY_NAME);
        // Trust checks revocation. WSS4J would demand a revocation list even for a certificate in the trust store.
        data.setEnableRevocation(false);
        WSDocInfo known = new WSDocInfo(header.element().getOwnerDocument());
        known.setCallbackLookup(new DOMCallbackLookup(header.element().getOwnerDocument()));
        known.setCrypto(trust.crypto());
        known.setSecurityHeader(header.element());
        data.setWsDocInfo(known);
        try {
            new BinarySecurityTokenProcessor().handleToken(header.token(), data);
            return new SignatureProcessor()
                    .handleToken(header.signature(), data)
                    .getFirst();
        } catch (WSSecurityException e) {
            throw new SoapRefusal(fault(e), e);
        } catch (RuntimeException e) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, e); // WSS4J fails this way on input that it does not expect
        }
    }

    private static SoapFault fault(WSSecurityException e) {
        return switch (e.getErrorCode()) {
            case INVALID_SECURITY, UNSUPPORTED_SECURITY_TOKEN, UNSUPPORTED_ALGORITHM -> SoapFault.INVALID_SECURITY;
            case INVALID_SECURITY_TOKEN, SECURITY_TOKEN_UNAVAILABLE -> SoapFault.INVALID_SECURITY_TOKEN;
            case FAILED_AUTHENTICATION -> SoapFault.FAILED_AUTHENTICATION;
            default -> SoapFault.FAILED_CHECK;
        };
    }

    /**
     * Returns a hexadecimal digest of the signer's key and the canonical {@code SignedInfo}. Leaves out the signature's
     * value, because an attacker can change an ECDSA value into a different value that is also valid.
     */
    private static String content(Element signature, X509Certificate signer) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(signer.getPublicKey().getEncoded());
            digest.update(XmlTree.canonical(XmlTree.children(signature).getFirst(), Names.EXCLUSIVE_C14N));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has SHA-256
        }
    }

    /** Checks whether the signer is trusted. Reports the same error for every reason not to trust a signer. */
    private static final class Authentication extends SignatureTrustValidator {
        private final Trust trust;
        private final Cryptography cryptography;
        private final Instant now;

        Authentication(Trust trust, Cryptography cryptography, Instant now) {
            this.trust = trust;
            this.cryptography = cryptography;
            this.now = now;
        }

        @Override
        public Credential validate(Credential credential, RequestData data) throws WSSecurityException {
            try {
                X509Certificate[] path = Objects.requireNonNull(credential.getCertificates());
                trust.paths().verify(path, () -> super.validate(credential, data));
                trust.check(path, now);
            } catch (WSSecurityException | RuntimeException e) {
                throw new WSSecurityException(WSSecurityException.ErrorCode.FAILED_AUTHENTICATION, e);
            }
            try { // before the key is used, because verification with a long key is slow
                PublicKey key = credential.getCertificates()[0].getPublicKey();
                Algorithms.checkKey(key);
                data.setSignatureProvider(cryptography.verifying(key));
                return credential;
            } catch (SoapRefusal e) {
                throw new WSSecurityException(WSSecurityException.ErrorCode.INVALID_SECURITY, e);
            }
        }
    }
}
