@NullMarked
package dev.weir.watch.page;

import org.jspecify.annotations.NullMarked;
