/**
 * One request and its response, as far as Tomcat knows more of them than the servlet API shows: the connection or stream
 * that carries them, the lock that Tomcat's threads hold, whether the client has left, and how to break off.
 *
 * <p>Everybody else uses Tomcat through this package, but for those who change the connector or go past it.
 */
@NullMarked
package dev.weir.servlet.connector.exchange;

import org.jspecify.annotations.NullMarked;
