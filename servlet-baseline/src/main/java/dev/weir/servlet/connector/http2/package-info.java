/** Configures HTTP/2 in Tomcat, and changes behaviour for which Tomcat has no setting. */
@NullMarked
package dev.weir.servlet.connector.http2;

import org.jspecify.annotations.NullMarked;
