/** Tests of several nodes that share one Redis. */
@NullMarked
package dev.weir.contract.cluster;

import org.jspecify.annotations.NullMarked;
