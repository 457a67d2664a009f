/**
 * SOAP with WS-Security. {@link dev.weir.soap.SoapGateway} turns the bytes of a request into the bytes of the answer.
 * It does not see the HTTP request, and gets the current time as an argument. Only the verification of certificate
 * paths reads the system clock. A request passes through these steps, each with what it checks or produces:
 *
 * <pre>
 * bytes -> {@link dev.weir.soap.xml.XmlParser}: one tree, within limits
 *       -> {@link dev.weir.soap.message.Envelope}: the elements of the envelope, each in its place
 *       -> {@link dev.weir.soap.wssecurity.SecurityHeader}: only the expected parts of the security header
 *       -> {@link dev.weir.soap.wssecurity.Algorithms}: only allowed algorithms
 *       -> {@link dev.weir.soap.wssecurity.Verifier}: a valid signature over the required elements
 *       -> {@link dev.weir.soap.wssecurity.Freshness}: not too old
 *       -> {@link dev.weir.soap.wssecurity.ReplayCache}: not a replay
 *       -> {@link dev.weir.soap.wssecurity.Decryption}: the content of one element
 *       -> {@link dev.weir.soap.endpoint.Operations}: the operation, called through Spring-WS on the same tree
 *       -> {@link dev.weir.soap.wssecurity.Responses}: the bytes of the signed response
 * </pre>
 *
 * <p>{@code docs/soap.md} lists the elements, algorithms and sizes that a message may have.
 *
 * <p>The security checks come before Spring-WS. They are not in an interceptor of Spring-WS. Such an interceptor would
 * reveal the operations to unauthenticated callers, decrypt before it verifies, and parse a message three times. The
 * verifier calls WSS4J's processors one by one, so WSS4J processes only the expected elements.
 *
 * <p>A client is authenticated when all steps up to the decryption have succeeded. A fault that occurs earlier is
 * unsigned, and its bytes depend only on the kind of fault. A fault that occurs later is signed.
 */
@NullMarked
package dev.weir.soap;

import org.jspecify.annotations.NullMarked;
