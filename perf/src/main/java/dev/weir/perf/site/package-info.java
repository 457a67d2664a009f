/**
 * Where a storm takes place: a running server with the generator that asks it, and crowds of sockets of its own. What is
 * found are figures beside their bounds, which the generator's controls write in the same report.
 */
@NullMarked
package dev.weir.perf.site;

import org.jspecify.annotations.NullMarked;
