package dev.weir.contract.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a contract whose server a {@link StartedServer} starts with one more setting. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited // also by a subclass of a suite
public @interface WithSetting {
    /** Returns the setting as an argument of the server's command line. */
    String value();
}
