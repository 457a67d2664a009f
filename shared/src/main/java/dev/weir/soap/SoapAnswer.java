package dev.weir.soap;

/**
 * What the gateway answers: an envelope, of media type {@code text/xml;charset=UTF-8}.
 *
 * @param status 200, or 500 for a fault (SOAP 1.1, 6.2)
 * @param outcome what became of the call, for the counter: {@code answered}, or the code of the fault
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares two, and nobody writes to the arrays
public record SoapAnswer(int status, String outcome, byte[] envelope) {
    /** The media type of every answer. */
    public static final String MEDIA_TYPE = "text/xml;charset=UTF-8";

    static SoapAnswer unsigned(SoapFault fault) {
        return new SoapAnswer(500, fault.code(), fault.envelope());
    }
}
