/** WS-Security: signatures, encryption, timestamps, certificates and replays. */
@NullMarked
package dev.weir.soap.wssecurity;

import org.jspecify.annotations.NullMarked;
