/** Chooses the implementation of TLS. Each server creates its TLS contexts itself. */
@NullMarked
package dev.weir.tls;

import org.jspecify.annotations.NullMarked;
