/** The errors that clients get. Both servers answer the same for every rule. */
@NullMarked
package dev.weir.problem;

import org.jspecify.annotations.NullMarked;
