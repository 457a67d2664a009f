package dev.weir.soap.xml;

import org.apache.wss4j.dom.WSConstants;

/** The URIs of the XML namespaces and algorithms that a SOAP message may use. */
public final class Names {
    public static final String SOAP = WSConstants.URI_SOAP11_ENV;
    public static final String WSSE = WSConstants.WSSE_NS;
    public static final String WSSE11 = WSConstants.WSSE11_NS;
    public static final String WSU = WSConstants.WSU_NS;
    public static final String SIGNATURE = WSConstants.SIG_NS;
    public static final String ENCRYPTION = WSConstants.ENC_NS;
    public static final String ENCRYPTION11 = WSConstants.ENC11_NS;
    public static final String CALC = "http://javacrumbs.net/calc";

    public static final String EXCLUSIVE_C14N = WSConstants.C14N_EXCL_OMIT_COMMENTS;
    public static final String SHA256 = WSConstants.SHA256;
    public static final String RSA_SHA256 = WSConstants.RSA_SHA256;
    public static final String ECDSA_SHA256 = WSConstants.ECDSA_SHA256;
    public static final String RSA_OAEP = WSConstants.KEYTRANSPORT_RSAOAEP_XENC11;
    public static final String MGF1_SHA256 = WSConstants.MGF_SHA256;
    public static final String AES256_GCM = WSConstants.AES_256_GCM;
    public static final String CONTENT = WSConstants.ENC_NS + "Content";

    private Names() {}
}
