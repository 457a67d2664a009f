@NullMarked
package dev.weir.watch;

import org.jspecify.annotations.NullMarked;
