/** The objects that several nodes share, if {@code weir.redis.uri} is set. Each server imports them. */
@NullMarked
package dev.weir.config.cluster;

import org.jspecify.annotations.NullMarked;
