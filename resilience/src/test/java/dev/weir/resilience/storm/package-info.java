@NullMarked
package dev.weir.resilience.storm;

import org.jspecify.annotations.NullMarked;
