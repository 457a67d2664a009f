/** Tests for operators: health, metrics, logs, management, start and shutdown. */
@NullMarked
package dev.weir.contract.operating;

import org.jspecify.annotations.NullMarked;
