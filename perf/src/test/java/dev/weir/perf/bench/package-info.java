@NullMarked
package dev.weir.perf.bench;

import org.jspecify.annotations.NullMarked;
