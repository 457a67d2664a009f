package dev.weir.perf.server;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A JMX connection to another JVM of the same user. It starts the other JVM's management agent, so the JVM needs no
 * option.
 *
 * <p>Rejected: an agent of this project. It would take less CPU in the measured server, but it would be on the server's
 * class path.
 */
final class Jmx implements AutoCloseable {
    static {
        // Keeps RMI from collecting this JVM's garbage each hour, possibly in the middle of a trial.
        System.setProperty(
                "sun.rmi.dgc.client.gcInterval",
                Long.toString(Duration.ofDays(365).toMillis()));
    }

    static final String DIAGNOSIS = "com.sun.management:type=DiagnosticCommand";

    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private Jmx(JMXConnector connector) throws IOException {
        this.connector = connector;
        beans = connector.getMBeanServerConnection();
    }

    static Jmx attach(long pid) throws IOException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                return new Jmx(connect(jvm.startLocalManagementAgent()));
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("process " + pid + " does not start its management agent", e);
        }
    }

    /** Connects to an agent. Its address is trusted, because this process started the other JVM as the same user. */
    @SuppressWarnings("BanJNDI")
    private static JMXConnector connect(String address) throws IOException {
        return JMXConnectorFactory.connect(new JMXServiceURL(address));
    }

    long number(String bean, String attribute) throws IOException {
        return ((Number) attribute(bean, attribute)).longValue();
    }

    Object attribute(String bean, String attribute) throws IOException {
        try {
            return beans.getAttribute(new ObjectName(bean), attribute);
        } catch (JMException e) {
            throw new IOException(bean + " cannot be read: " + attribute, e);
        }
    }

    Set<ObjectName> find(String pattern) throws IOException {
        try {
            return beans.queryNames(new ObjectName(pattern), null);
        } catch (JMException e) {
            throw new IllegalArgumentException(pattern, e);
        }
    }

    /** Runs a command of jcmd by its JMX name, such as vmFlags for VM.flags, and returns its output. */
    String diagnose(String command, String... arguments) throws IOException {
        return invoke(DIAGNOSIS, command, new Object[] {arguments}, new String[] {String[].class.getName()});
    }

    String run(String bean, String operation) throws IOException {
        return invoke(bean, operation, new Object[0], new String[0]);
    }

    private String invoke(String bean, String operation, Object[] arguments, String[] signature) throws IOException {
        try {
            return String.valueOf(beans.invoke(new ObjectName(bean), operation, arguments, signature));
        } catch (JMException e) {
            throw new IOException(bean + " cannot run " + operation, e);
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException _) {
            // The other JVM has ended already.
        }
    }
}
