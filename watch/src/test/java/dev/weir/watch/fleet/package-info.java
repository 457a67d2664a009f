@NullMarked
package dev.weir.watch.fleet;

import org.jspecify.annotations.NullMarked;
