package dev.weir.soap;

import dev.weir.soap.wssecurity.Signing;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignatureConfirmation;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Builds a SOAP response as an attacker would. Any key can sign it. */
final class ForgedResponse {
    final Document document = XmlTree.empty();
    final Element envelope;
    final Element header;
    Element body;

    ForgedResponse(long result) {
        envelope = XmlTree.append(document, Names.SOAP, "soap:Envelope");
        header = XmlTree.append(envelope, Names.SOAP, "soap:Header");
        body = body(result);
    }

    Element body(long result) {
        Element other = XmlTree.append(envelope, Names.SOAP, "soap:Body");
        Element response = XmlTree.append(other, Names.CALC, "calc:plusResponse");
        XmlTree.append(response, Names.CALC, "calc:result").setTextContent("" + result);
        return other;
    }

    /**
     * Signs the response.
     *
     * @param who the name of the signing key
     * @param confirmed the content of the signature confirmation: the signature of the request that the response claims
     *     to answer. If null, the response has no signature confirmation
     * @param alsoThat whether the signature confirmation is signed, too
     */
    ForgedResponse sign(String who, byte @Nullable [] confirmed, boolean alsoThat, Instant now)
            throws WSSecurityException {
        Signing signing = new Signing(TestKeys.get().identity(who), GatewayFixture.TIME_TO_LIVE);
        WSSecHeader security = new WSSecHeader(document);
        security.insertSecurityHeader();
        List<Element> parts = new ArrayList<>(List.of(body, signing.stamp(security, now)));
        if (confirmed != null) {
            WSSecSignatureConfirmation confirmation = new WSSecSignatureConfirmation(security);
            confirmation.build(confirmed);
            if (alsoThat) {
                parts.add(confirmation.getSignatureConfirmationElement());
            }
        }
        signing.sign(security, parts);
        return this;
    }

    byte[] bytes() {
        return XmlTree.bytes(document);
    }
}
