/** Reads the configuration keys {@code weir.*} and creates the Spring beans that both servers share. */
@NullMarked
package dev.weir.config;

import org.jspecify.annotations.NullMarked;
