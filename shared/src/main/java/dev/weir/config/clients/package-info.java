/** Configures the changes of API keys at run time. */
@NullMarked
package dev.weir.config.clients;

import org.jspecify.annotations.NullMarked;
