/** Runs the contract suite ({@link dev.weir.contract.ExternalContract}) against a server that runs already. */
@NullMarked
package dev.weir.check;

import org.jspecify.annotations.NullMarked;
