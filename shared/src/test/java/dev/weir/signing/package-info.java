/** Tests of signed links. */
@NullMarked
package dev.weir.signing;

import org.jspecify.annotations.NullMarked;
