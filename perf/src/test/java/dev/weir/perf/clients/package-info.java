@NullMarked
package dev.weir.perf.clients;

import org.jspecify.annotations.NullMarked;
