/**
 * SOAP with WS-Security, bytes in and bytes out: no transport, no thread of its own, time as an argument (but for the validity of certificates).
 *
 * <pre>
 *   bytes -> {@link dev.weir.soap.Xml} one tree, within limits
 *         -> {@link dev.weir.soap.Envelope}, {@link dev.weir.soap.SecurityHeader} everything in its place, nothing else
 *         -> {@link dev.weir.soap.Algorithms} only those of the list
 *         -> {@link dev.weir.soap.Verifier} WSS4J verifies; what was digested is what stands in those places
 *         -> {@link dev.weir.soap.Freshness}, {@link dev.weir.soap.ReplayCache} now, and once
 *         -> {@link dev.weir.soap.Decryption} the content of one element
 *         -> {@link dev.weir.soap.Operations} Spring-WS, on that tree
 *         -> {@link dev.weir.soap.Signing} -> bytes
 * </pre>
 *
 * <p>Security stands in front of dispatch, and not behind Spring-WS's endpoint mapping as an interceptor, which would
 * tell strangers what exists, decrypt before it verifies, and parse a message three times. WSS4J's processors are called
 * one by one for the elements that the contract names, so that there is none for any other token.
 *
 * <p>A caller is authenticated when all of that has held, freshness and replay included. Faults until then are constant
 * bytes and unsigned; later ones are signed.
 */
@NullMarked
package dev.weir.soap;

import org.jspecify.annotations.NullMarked;
