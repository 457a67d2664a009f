/** Reads the configuration keys {@code weir.*} and creates the objects that both servers share. */
@NullMarked
package dev.weir.config;

import org.jspecify.annotations.NullMarked;
