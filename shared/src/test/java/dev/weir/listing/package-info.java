@NullMarked
package dev.weir.listing;

import org.jspecify.annotations.NullMarked;
