package dev.weir.servlet.connector.exchange;

import jakarta.servlet.http.WebConnection;
import java.lang.invoke.VarHandle;
import org.apache.coyote.http11.upgrade.UpgradeInfo;
import org.apache.coyote.http11.upgrade.UpgradeProcessorExternal;

/** Reads Tomcat's byte count of a connection after an HTTP upgrade ({@code request.upgrade}). */
public final class UpgradedConnection {
    private static final VarHandle INFO =
            TomcatField.of(UpgradeProcessorExternal.class, "upgradeInfo", UpgradeInfo.class);

    private UpgradedConnection() {}

    /** Returns how many bytes Tomcat has sent since the upgrade. Any thread may call this method. */
    public static long sent(WebConnection connection) {
        return connection instanceof UpgradeProcessorExternal tomcat
                ? ((UpgradeInfo) INFO.get(tomcat)).getBytesSent()
                : 0;
    }
}
