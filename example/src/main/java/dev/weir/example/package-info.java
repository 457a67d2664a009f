/** A server that is no part of Weir. {@code docs/check.md} checks it, and compares it with the models. */
@NullMarked
package dev.weir.example;

import org.jspecify.annotations.NullMarked;
