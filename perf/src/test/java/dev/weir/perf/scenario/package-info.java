@NullMarked
package dev.weir.perf.scenario;

import org.jspecify.annotations.NullMarked;
