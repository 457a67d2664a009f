/** The operations of the service, and its description. They see only verified messages. */
@NullMarked
package dev.weir.soap.endpoint;

import org.jspecify.annotations.NullMarked;
