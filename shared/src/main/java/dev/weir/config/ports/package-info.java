/** Checks before the start that the server can listen on its ports. */
@NullMarked
package dev.weir.config.ports;

import org.jspecify.annotations.NullMarked;
