/** Tests of TLS: handshakes, certificates and providers. */
@NullMarked
package dev.weir.contract.tls;

import org.jspecify.annotations.NullMarked;
