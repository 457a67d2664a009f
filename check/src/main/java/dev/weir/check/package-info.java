/** Runs the contract suite ({@link dev.weir.contract.AddressedContract}) against a server that runs already. */
@NullMarked
package dev.weir.check;

import org.jspecify.annotations.NullMarked;
