@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
