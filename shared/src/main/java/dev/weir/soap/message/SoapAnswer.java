package dev.weir.soap.message;

/**
 * The response to a SOAP request.
 *
 * @param status the HTTP status: 200, or 500 for a fault (SOAP 1.1, 6.2)
 * @param outcome {@code answered} or the code of the fault; used as a label of the metric that counts calls
 * @param envelope the bytes to send as {@link #MEDIA_TYPE}
 */
@SuppressWarnings("ArrayRecordComponent") // answers are never compared, and the arrays are never changed
public record SoapAnswer(int status, String outcome, byte[] envelope) {
    public static final String MEDIA_TYPE = "text/xml;charset=UTF-8";

    public static SoapAnswer unsigned(SoapFault fault) {
        return new SoapAnswer(500, fault.code(), fault.envelope());
    }
}
