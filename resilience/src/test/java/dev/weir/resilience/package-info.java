@NullMarked
package dev.weir.resilience;

import org.jspecify.annotations.NullMarked;
