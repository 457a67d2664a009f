@NullMarked
package dev.weir.watch.load;

import org.jspecify.annotations.NullMarked;
