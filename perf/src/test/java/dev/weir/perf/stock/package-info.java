@NullMarked
package dev.weir.perf.stock;

import org.jspecify.annotations.NullMarked;
