@NullMarked
package dev.weir.perf.stats;

import org.jspecify.annotations.NullMarked;
