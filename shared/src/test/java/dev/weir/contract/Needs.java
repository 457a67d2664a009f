package dev.weir.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test that cannot be made from outside of a server, at a server with settings of its own. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Needs {
    /** The value if JMX must be that of this process. */
    String JMX = "JMX";

    String MANAGEMENT = "the management port";

    /** The value if a certificate of the suite must be known to the server. */
    String SOAP_KEYS = "the suite's keys for SOAP";

    /** Returns a name of the missing part. {@code ./weir check} prints it, after "needs". */
    String value();
}
