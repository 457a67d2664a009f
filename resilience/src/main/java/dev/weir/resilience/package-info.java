/**
 * The commands that expose servers, alone or as a cluster, to overload, faults and attacks, and check their promises.
 */
@NullMarked
package dev.weir.resilience;

import org.jspecify.annotations.NullMarked;
