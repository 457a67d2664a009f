/** Configures and changes Tomcat's HTTP/2. */
@NullMarked
package dev.weir.servlet.connector.http2;

import org.jspecify.annotations.NullMarked;
