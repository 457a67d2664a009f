@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
