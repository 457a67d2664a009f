package dev.weir.soap;

import java.util.List;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSDocInfo;
import org.apache.wss4j.dom.callback.DOMCallbackLookup;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.processor.EncryptedKeyProcessor;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * The content of the payload's element {@code a}, which must have been encrypted, and nothing else. Thread-safe.
 *
 * <p>{@link #check} looks where it stands, before anything is verified; {@link #decrypt} puts the plain content in its
 * place, after. WSS4J goes on with a random key where a key cannot be decrypted, so that both take as long.
 */
final class Decryption {
    private final Identity recipient;
    private final WSSConfig config = WSSConfig.getNewInstance();

    Decryption(Identity recipient) {
        this.recipient = recipient;
    }

    static void check(Envelope envelope, Element key) throws SoapRefusal {
        Algorithms.checkEncryptedKey(key);
        Element place = place(envelope.payload());
        Element data = place == null ? null : Xml.onlyChild(place, Names.ENCRYPTION, "EncryptedData");
        if (place == null || data == null || data.getPreviousSibling() != null || data.getNextSibling() != null) {
            throw SoapRefusal.structure("the content of a is not encrypted");
        }
        Algorithms.checkEncryptedData(data);
        List<Element> references = Xml.children(Xml.children(key).getLast());
        if (references.isEmpty()) {
            throw SoapRefusal.structure("a key of nothing");
        }
        String wanted = "#" + data.getAttributeNS(null, "Id");
        if (references.size() > 1
                || !Xml.is(references.getFirst(), Names.ENCRYPTION, "DataReference")
                || !wanted.equals(references.getFirst().getAttributeNS(null, "URI"))) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, "a key of something else");
        }
    }

    private static @Nullable Element place(Element payload) {
        List<Element> named = Xml.children(payload).stream()
                .filter(child -> Xml.is(child, Names.CALC, "a"))
                .toList();
        return named.size() == 1 ? named.getFirst() : null;
    }

    void decrypt(SecurityHeader header) throws SoapRefusal {
        RequestData data = new RequestData();
        data.setWssConfig(config);
        data.setDecCrypto(recipient.crypto());
        data.setCallbackHandler(callbacks -> {}); // the key needs no password any more
        WSDocInfo known = new WSDocInfo(header.element().getOwnerDocument());
        known.setCallbackLookup(new DOMCallbackLookup(header.element().getOwnerDocument()));
        known.setSecurityHeader(header.element());
        data.setWsDocInfo(known);
        try {
            new EncryptedKeyProcessor().handleToken(header.last(), data);
        } catch (WSSecurityException | RuntimeException e) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, e);
        }
    }
}
