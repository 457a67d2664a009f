package dev.weir.servlet.connector.exchange;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds private fields and classes of Tomcat by name. */
public final class TomcatField {
    private TomcatField() {}

    /**
     * Returns a handle for a field, which may be private.
     *
     * @throws IllegalStateException when this version of Tomcat has no such field
     */
    public static VarHandle of(Class<?> owner, String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "This version of Tomcat has no field " + name + " of this type in " + owner.getName(), e);
        }
    }

    /**
     * Returns the class with this name. The class may be package-private.
     *
     * @throws IllegalStateException when this version of Tomcat has no such class
     */
    public static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("This version of Tomcat has no class " + name, e);
        }
    }

    /** Returns the class with this simple name in Tomcat's HTTP/2 package. The class may be package-private. */
    public static Class<?> http2(String simpleName) {
        return type("org.apache.coyote.http2." + simpleName);
    }
}
