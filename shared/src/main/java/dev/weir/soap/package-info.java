/**
 * SOAP with WS-Security. Takes the bytes of a request and gives the bytes of an answer. It has no transport. Time is an
 * argument, except for the path of a certificate.
 *
 * <pre>
 * bytes -> {@link dev.weir.soap.xml.XmlParser} one tree, within limits
 *       -> {@link dev.weir.soap.message.Envelope}, {@link dev.weir.soap.wssecurity.SecurityHeader} every element in its place, and no other
 *       -> {@link dev.weir.soap.wssecurity.Algorithms} only allowed algorithms
 *       -> {@link dev.weir.soap.wssecurity.Verifier} WSS4J verifies; the signed elements are the ones in those places
 *       -> {@link dev.weir.soap.wssecurity.Freshness}, {@link dev.weir.soap.wssecurity.ReplayCache} neither too old nor a replay
 *       -> {@link dev.weir.soap.wssecurity.Decryption} the content of one element
 *       -> {@link dev.weir.soap.endpoint.Operations} Spring-WS, on the same tree
 *       -> {@link dev.weir.soap.wssecurity.Signing} -> bytes
 * </pre>
 *
 * <p>Security comes before dispatch. Rejected: an interceptor behind Spring-WS's endpoint mapping. It would tell
 * strangers which operations exist, decrypt before it verifies, and parse a message three times. WSS4J's processors are
 * called one by one, for the elements of the contract, so that no other token has a processor.
 *
 * <p>A caller is authenticated when all these steps have succeeded, including freshness and replay. Faults before that
 * are constant bytes and unsigned. Later ones are signed.
 */
@NullMarked
package dev.weir.soap;

import org.jspecify.annotations.NullMarked;
