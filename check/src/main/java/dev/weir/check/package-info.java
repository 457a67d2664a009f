/** Runs the contract tests ({@link dev.weir.contract.external.ExternalContract}) against a running server. */
@NullMarked
package dev.weir.check;

import org.jspecify.annotations.NullMarked;
