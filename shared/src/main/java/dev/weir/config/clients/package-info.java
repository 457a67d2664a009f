/** Configures how API keys are changed at run time. */
@NullMarked
package dev.weir.config.clients;

import org.jspecify.annotations.NullMarked;
