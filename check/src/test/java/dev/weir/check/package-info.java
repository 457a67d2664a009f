@NullMarked
package dev.weir.check;

import org.jspecify.annotations.NullMarked;
