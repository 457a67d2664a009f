/**
 * Where a storm takes place: a running server with the generator that asks it, crowds of sockets of its own, and what was
 * found as figures beside their targets.
 */
@NullMarked
package dev.weir.perf.site;

import org.jspecify.annotations.NullMarked;
