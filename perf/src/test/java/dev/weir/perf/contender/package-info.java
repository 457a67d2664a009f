@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
