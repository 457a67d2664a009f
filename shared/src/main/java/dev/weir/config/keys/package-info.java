/** Finds configuration keys that Weir does not have, and the key that an operator may have meant. */
@NullMarked
package dev.weir.config.keys;

import org.jspecify.annotations.NullMarked;
