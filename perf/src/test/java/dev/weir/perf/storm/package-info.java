@NullMarked
package dev.weir.perf.storm;

import org.jspecify.annotations.NullMarked;
