package dev.weir.contract.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs links as docs/signed-urls.md says. Shares no code with the server. */
public final class TestLink {
    /** The time at which the links expire, in seconds since 1970. It is in the year 2100. */
    static final String EXPIRES = "4102444800";

    private TestLink() {}

    /**
     * Returns a link that is signed with {@link SuiteSettings#SIGNING_KEY}.
     *
     * @param target a path, with or without a query
     * @param more further query fields, such as {@code &plan=fast}
     */
    public static String of(String target, String more) {
        return sign(unsigned(target, "new", more), SuiteSettings.SIGNING_KEY);
    }

    /** Returns a link that is signed with {@link SuiteSettings#OLD_SIGNING_KEY}. */
    public static String old(String target, String more) {
        return sign(unsigned(target, "old", more), SuiteSettings.OLD_SIGNING_KEY);
    }

    public static String unsigned(String target, String key, String more) {
        return target + (target.contains("?") ? "&" : "?") + "exp=" + EXPIRES + "&kid=" + key + more;
    }

    /** Appends the signature to a target, even if the fields in the target are invalid. */
    public static String sign(String target, String key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            byte[] signature = mac.doFinal(("read\n" + target).getBytes(StandardCharsets.UTF_8));
            return target + "&sig=" + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
