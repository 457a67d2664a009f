package dev.weir.network;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * An IP address or a block of addresses, in CIDR notation such as {@code 10.0.0.0/8} or {@code 2001:db8::/32} (RFC
 * 4632, RFC 4291).
 */
public final class Network {
    private static final Pattern FOUR_PARTS = Pattern.compile("\\d+(\\.\\d+){3}");

    private final byte[] prefix;
    private final int bits;

    private Network(byte[] prefix, int bits) {
        this.prefix = prefix;
        this.bits = bits;
    }

    /**
     * Parses an IP address with an optional prefix length, such as {@code 10.0.0.0/8}.
     *
     * @throws IllegalArgumentException if the text is not an address, or the prefix length is out of range
     */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        byte[] address = address(slash < 0 ? text : text.substring(0, slash)).getAddress();
        int bits = slash < 0 ? address.length * 8 : length(text.substring(slash + 1), address.length * 8, text);
        return new Network(address, bits);
    }

    public boolean contains(InetAddress candidate) {
        byte[] address = candidate.getAddress();
        if (address.length != prefix.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >>> bit % 8;
            if ((address[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the name of a client without an API key. The name is the IPv4 address, or the /64 network of the IPv6
     * address. The whole /64 network is one client, because providers assign such a network to one customer.
     */
    public static String client(InetAddress remote) {
        byte[] address = remote.getAddress();
        return address.length == 4
                ? remote.getHostAddress()
                : HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(address, 8)) + "::/64";
    }

    static InetAddress address(String text) {
        try {
            if (text.indexOf(':') < 0 && !FOUR_PARTS.matcher(text).matches()) {
                // InetAddress would read "10.1" as 10.0.0.1.
                throw new IllegalArgumentException("an IPv4 address needs four decimal parts");
            }
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not an IP address", e);
        }
    }

    private static int length(String digits, int most, String text) {
        try {
            int bits = Integer.parseInt(digits);
            if (bits >= 0 && bits <= most) {
                return bits;
            }
        } catch (NumberFormatException e) {
            // The exception below reports it.
        }
        throw new IllegalArgumentException("'" + text + "' has no prefix length from 0 to " + most);
    }
}
