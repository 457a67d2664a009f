@NullMarked
package dev.weir.watch.run;

import org.jspecify.annotations.NullMarked;
