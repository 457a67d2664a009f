/**
 * Signed links: URLs that permit a request, for clients that cannot send an API key in a header.
 *
 * <p>A signature covers the bytes of the request target as the client sends them, and not a canonical form of the
 * target. For a canonical form, the signer and the server would have to agree on the case of percent-encodings, on
 * {@code +} and on the order of parameters. An attacker could exploit any disagreement.
 */
@NullMarked
package dev.weir.signing;

import org.jspecify.annotations.NullMarked;
