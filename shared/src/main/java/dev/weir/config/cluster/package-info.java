/** Configures the state that several nodes share through Redis. */
@NullMarked
package dev.weir.config.cluster;

import org.jspecify.annotations.NullMarked;
