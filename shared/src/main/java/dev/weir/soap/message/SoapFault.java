package dev.weir.soap.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.soap.xml.Names;

/**
 * The faults with which the server refuses a message. Their texts are constant, so a fault reveals only its kind.
 *
 * <p>The codes are from section 12 of "Web Services Security: SOAP Message Security 1.1.1" and from section 4.4.1 of
 * SOAP 1.1. For {@code MessageExpired}, the first specification names two namespaces. Weir uses the namespace of the
 * other codes.
 */
public enum SoapFault {
    /** The message has a wrong structure, lacks a required signature, uses a forbidden algorithm, or is a replay. */
    INVALID_SECURITY(Prefix.WSSE, "InvalidSecurity", "The security of the message is not what is required"),
    /** The signature, a reference in it or the encryption is invalid. An attacker must not learn which one it is. */
    FAILED_CHECK(Prefix.WSSE, "FailedCheck", "The signature or decryption was invalid"),
    FAILED_AUTHENTICATION(Prefix.WSSE, "FailedAuthentication", "The security token could not be authenticated"),
    MESSAGE_EXPIRED(Prefix.WSSE, "MessageExpired", "The message has expired"),
    INVALID_SECURITY_TOKEN(Prefix.WSSE, "InvalidSecurityToken", "The security token is invalid"),
    VERSION_MISMATCH(Prefix.SOAP, "VersionMismatch", "SOAP 1.1 is spoken here"),
    MUST_UNDERSTAND(Prefix.SOAP, "MustUnderstand", "A header that must be understood is not"),
    UNKNOWN_OPERATION(Prefix.SOAP, "Client", "There is no such operation"),
    NOT_BY_SCHEMA(Prefix.SOAP, "Client", "The request does not follow the schema"),
    FAILED(Prefix.SOAP, "Server", "The server failed");

    private enum Prefix {
        SOAP(Names.SOAP),
        WSSE(Names.WSSE);

        private final String namespace;

        Prefix(String namespace) {
            this.namespace = namespace;
        }

        String text() {
            return this == SOAP ? "soap" : "wsse";
        }
    }

    private final Prefix prefix;
    private final String code;
    private final String text;

    SoapFault(Prefix prefix, String code, String text) {
        this.prefix = prefix;
        this.code = code;
        this.text = text;
    }

    public String namespace() {
        return prefix.namespace;
    }

    /** Returns the code of this fault without a namespace prefix. */
    public String code() {
        return code;
    }

    public String text() {
        return text;
    }

    /** Returns the fault as an unsigned SOAP envelope, in UTF-8. */
    public byte[] envelope() {
        return """
            <soap:Envelope xmlns:soap="%s" xmlns:wsse="%s"><soap:Header/><soap:Body>\
            <soap:Fault><faultcode>%s:%s</faultcode><faultstring>%s</faultstring></soap:Fault>\
            </soap:Body></soap:Envelope>\
            """.formatted(Names.SOAP, Names.WSSE, prefix.text(), code, text).getBytes(UTF_8);
    }
}
