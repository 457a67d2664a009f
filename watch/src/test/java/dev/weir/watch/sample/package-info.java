@NullMarked
package dev.weir.watch.sample;

import org.jspecify.annotations.NullMarked;
