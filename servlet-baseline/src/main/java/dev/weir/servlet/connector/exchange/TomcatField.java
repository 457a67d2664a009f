package dev.weir.servlet.connector.exchange;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds fields of Tomcat's that it has no method for, and classes that it shows to nobody; when the connector is made. */
public final class TomcatField {
    private TomcatField() {}

    /**
     * A field, also a private one.
     *
     * @throws IllegalStateException when Tomcat has no such field: it is another than this was written for
     */
    public static VarHandle of(Class<?> owner, String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Tomcat's " + owner.getSimpleName() + " is another", e);
        }
    }

    /**
     * A class that is not public.
     *
     * @throws IllegalStateException when Tomcat has no such class
     */
    public static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("Tomcat has no " + name, e);
        }
    }
}
