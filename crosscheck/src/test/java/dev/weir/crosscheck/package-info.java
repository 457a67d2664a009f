@NullMarked
package dev.weir.crosscheck;

import org.jspecify.annotations.NullMarked;
