/**
 * The Micrometer meters {@code weir.*}. Both servers have the same meters, with every value of {@code weir.model} and
 * {@code weir.style}. No tag names a client, so the number of time series depends only on the configuration.
 */
@NullMarked
package dev.weir.config.metrics;

import org.jspecify.annotations.NullMarked;
