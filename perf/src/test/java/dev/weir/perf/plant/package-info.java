@NullMarked
package dev.weir.perf.plant;

import org.jspecify.annotations.NullMarked;
