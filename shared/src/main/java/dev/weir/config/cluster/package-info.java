/**
 * Defines the beans that share the state of several nodes through Redis. They exist only if {@code weir.redis.uri} is
 * set.
 */
@NullMarked
package dev.weir.config.cluster;

import org.jspecify.annotations.NullMarked;
