/** Finds unknown configuration keys, and suggests the known key that an operator may have meant. */
@NullMarked
package dev.weir.config.keys;

import org.jspecify.annotations.NullMarked;
