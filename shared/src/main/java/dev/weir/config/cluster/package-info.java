/** The beans that let several nodes share their state, if {@code weir.redis.uri} is set. Both servers import them. */
@NullMarked
package dev.weir.config.cluster;

import org.jspecify.annotations.NullMarked;
