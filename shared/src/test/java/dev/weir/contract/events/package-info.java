/** Tests of event streams, polls and publishing. */
@NullMarked
package dev.weir.contract.events;

import org.jspecify.annotations.NullMarked;
