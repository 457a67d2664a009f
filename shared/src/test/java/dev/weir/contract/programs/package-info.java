/** Tests with real clients: a browser, download managers, and libraries. */
@NullMarked
package dev.weir.contract.programs;

import org.jspecify.annotations.NullMarked;
