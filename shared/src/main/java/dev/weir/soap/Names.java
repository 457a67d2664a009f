package dev.weir.soap;

import org.apache.wss4j.dom.WSConstants;

/** The namespaces and algorithms of the contract. */
final class Names {
    static final String SOAP = WSConstants.URI_SOAP11_ENV;
    static final String WSSE = WSConstants.WSSE_NS;
    static final String WSSE11 = WSConstants.WSSE11_NS;
    static final String WSU = WSConstants.WSU_NS;
    static final String SIGNATURE = WSConstants.SIG_NS;
    static final String ENCRYPTION = WSConstants.ENC_NS;
    static final String ENCRYPTION11 = WSConstants.ENC11_NS;
    static final String CALC = "http://javacrumbs.net/calc";

    static final String EXCLUSIVE_C14N = WSConstants.C14N_EXCL_OMIT_COMMENTS;
    static final String SHA256 = WSConstants.SHA256;
    static final String RSA_SHA256 = WSConstants.RSA_SHA256;
    static final String ECDSA_SHA256 = WSConstants.ECDSA_SHA256;
    static final String RSA_OAEP = WSConstants.KEYTRANSPORT_RSAOAEP_XENC11;
    static final String MGF1_SHA256 = WSConstants.MGF_SHA256;
    static final String AES256_GCM = WSConstants.AES_256_GCM;
    static final String CONTENT = WSConstants.ENC_NS + "Content";

    private Names() {}
}
