/**
 * Who is measured: the models, their peers, and the same with a fault planted on purpose.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
