@NullMarked
package dev.weir.perf.result;

import org.jspecify.annotations.NullMarked;
