@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
