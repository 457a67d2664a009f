@NullMarked
package dev.weir.perf.control;

import org.jspecify.annotations.NullMarked;
