package dev.weir.servlet.connector.exchange;

import jakarta.servlet.http.WebConnection;
import java.lang.invoke.VarHandle;
import org.apache.coyote.http11.upgrade.UpgradeInfo;
import org.apache.coyote.http11.upgrade.UpgradeProcessorExternal;

/** A connection after an HTTP upgrade ({@code request.upgrade}). */
public final class UpgradedConnection {
    private static final VarHandle INFO =
            TomcatField.of(UpgradeProcessorExternal.class, "upgradeInfo", UpgradeInfo.class);

    private UpgradedConnection() {}

    /** Returns how many bytes were sent after the upgrade. Any thread may call this. */
    public static long sent(WebConnection connection) {
        return connection instanceof UpgradeProcessorExternal tomcat
                ? ((UpgradeInfo) INFO.get(tomcat)).getBytesSent()
                : 0;
    }
}
