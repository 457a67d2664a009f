/**
 * Contains the commands that test whether servers keep their promises under overload, faults and attacks. They test
 * single servers and clusters.
 */
@NullMarked
package dev.weir.resilience;

import org.jspecify.annotations.NullMarked;
