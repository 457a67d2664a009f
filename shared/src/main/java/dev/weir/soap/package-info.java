/**
 * SOAP with WS-Security. Takes the bytes of a request and returns the bytes of an answer. Uses no transport. Callers pass
 * the time as an argument. Only the check of a certificate's path reads the system clock.
 *
 * <pre>
 * bytes -> {@link dev.weir.soap.xml.XmlParser} one tree, within limits
 *       -> {@link dev.weir.soap.message.Envelope}, {@link dev.weir.soap.wssecurity.SecurityHeader} only the expected elements, each in its place
 *       -> {@link dev.weir.soap.wssecurity.Algorithms} only allowed algorithms
 *       -> {@link dev.weir.soap.wssecurity.Verifier} a valid signature, over the elements in those places
 *       -> {@link dev.weir.soap.wssecurity.Freshness}, {@link dev.weir.soap.wssecurity.ReplayCache} neither too old nor a replay
 *       -> {@link dev.weir.soap.wssecurity.Decryption} the content of one element
 *       -> {@link dev.weir.soap.endpoint.Operations} Spring-WS, on the same tree
 *       -> {@link dev.weir.soap.wssecurity.Signing} -> bytes
 * </pre>
 *
 * <p>{@code docs/soap.md} lists the elements, algorithms and sizes that a message may have.
 *
 * <p>Security comes before dispatch. Rejected: an interceptor behind Spring-WS's endpoint mapping. It would tell
 * strangers which operations exist, decrypt before it verifies, and parse a message three times. The verifier calls
 * WSS4J's processors one by one, so WSS4J processes no other element than the expected ones.
 *
 * <p>A caller is authenticated when all steps up to the decryption have succeeded. A fault before that is unsigned, and
 * always the same bytes. A later fault is signed.
 */
@NullMarked
package dev.weir.soap;

import org.jspecify.annotations.NullMarked;
