/** Bodies and event streams as plain WebFlux writes them, for comparison. Knows nothing of how they go past it. */
@NullMarked
package dev.weir.reactive.idiomatic;

import org.jspecify.annotations.NullMarked;
