@NullMarked
package dev.weir.resilience.cluster;

import org.jspecify.annotations.NullMarked;
