@NullMarked
package dev.weir.perf.events;

import org.jspecify.annotations.NullMarked;
