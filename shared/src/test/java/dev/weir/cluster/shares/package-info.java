@NullMarked
package dev.weir.cluster.shares;

import org.jspecify.annotations.NullMarked;
