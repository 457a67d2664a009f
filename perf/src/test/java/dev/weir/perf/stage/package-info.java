@NullMarked
package dev.weir.perf.stage;

import org.jspecify.annotations.NullMarked;
