/**
 * The process under test: started alone on its core, watched from outside through /proc, always ended.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
