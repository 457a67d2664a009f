@NullMarked
package dev.weir.perf;

import org.jspecify.annotations.NullMarked;
