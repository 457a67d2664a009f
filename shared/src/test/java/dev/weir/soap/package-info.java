/** Tests of SOAP without a transport: which messages are accepted and which are refused. */
@NullMarked
package dev.weir.soap;

import org.jspecify.annotations.NullMarked;
