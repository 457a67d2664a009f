/** WS-Security for SOAP messages: signatures, encryption, timestamps, certificates and detection of replays. */
@NullMarked
package dev.weir.soap.wssecurity;

import org.jspecify.annotations.NullMarked;
