/** Helpers for the tests of all modules that check dependencies between packages. */
@NullMarked
package dev.weir.architecture;

import org.jspecify.annotations.NullMarked;
