/** Faults that tests plant in a server, and the tests that must then fail. */
@NullMarked
package dev.weir.contract.fault;

import org.jspecify.annotations.NullMarked;
