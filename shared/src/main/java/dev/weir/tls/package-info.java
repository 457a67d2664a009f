/**
 * Chooses the TLS implementation, which is the JDK or a native library. Each server creates its TLS contexts itself.
 */
@NullMarked
package dev.weir.tls;

import org.jspecify.annotations.NullMarked;
