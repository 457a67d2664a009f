/** Helpers for tests that check the dependencies between packages. All modules use them. */
@NullMarked
package dev.weir.architecture;

import org.jspecify.annotations.NullMarked;
