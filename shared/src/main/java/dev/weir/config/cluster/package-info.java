/** Configures the Spring beans that let several nodes (server processes) share state through Redis. */
@NullMarked
package dev.weir.config.cluster;

import org.jspecify.annotations.NullMarked;
