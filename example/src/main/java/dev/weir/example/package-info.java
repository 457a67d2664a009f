/** An example server that shares no code with Weir. {@code docs/check.md} shows how to check and compare it. */
@NullMarked
package dev.weir.example;

import org.jspecify.annotations.NullMarked;
