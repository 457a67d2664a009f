package dev.weir.contract.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test that {@code ./weir check} leaves out, because the test needs more than the port that clients use. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Needs {
    /** The value for a test that uses JMX. The server must then run in this process. */
    String JMX = "JMX";

    String MANAGEMENT = "the management port";

    /** The value for a test whose server must trust the SOAP certificates of the test suite. */
    String SOAP_KEYS = "the suite's keys for SOAP";

    /** Returns a name of what the test needs. {@code ./weir check} prints "needs" and this name. */
    String value();
}
