/** Tests of API keys that change while the server runs. */
@NullMarked
package dev.weir.clients.keys;

import org.jspecify.annotations.NullMarked;
