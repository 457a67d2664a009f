/** Configures the beans that let several nodes share state through Redis. */
@NullMarked
package dev.weir.config.cluster;

import org.jspecify.annotations.NullMarked;
