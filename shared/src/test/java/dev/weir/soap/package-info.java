/** SOAP without a transport: what is accepted, and what is not. */
@NullMarked
package dev.weir.soap;

import org.jspecify.annotations.NullMarked;
