@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
