/**
 * Signed links: URLs that grant what a header would, for clients that cannot send headers.
 *
 * <p>Rejected: to sign a canonical form of the target. Whoever signs and whoever verifies would have to agree on the
 * case of percent-encodings, on {@code +} and on the order of parameters, and an attacker gains from each disagreement.
 * The signature covers the bytes of the request line instead.
 */
@NullMarked
package dev.weir.signing;

import org.jspecify.annotations.NullMarked;
