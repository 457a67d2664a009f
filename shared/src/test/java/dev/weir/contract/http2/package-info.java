/** Tests of HTTP/2: frames, streams, windows, and clients that misuse them. */
@NullMarked
package dev.weir.contract.http2;

import org.jspecify.annotations.NullMarked;
