/** The tests that run against a server of any make, by its address alone. */
@NullMarked
package dev.weir.contract.external;

import org.jspecify.annotations.NullMarked;
