package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SourceAddressesTest {
    @Test
    void noAddressIsHandedOutTwice() {
        Generator.SourceAddresses addresses = new Generator.SourceAddresses();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            String address = addresses.next().getAddress().getHostAddress();
            assertThat(address).startsWith("127.").doesNotStartWith("127.0.");
            assertThat(seen.add(address)).isTrue();
        }
    }

    /** Addresses from {@code ofUpperHalf()} must be in 127.128.0.0/9. The addresses of other clients must not. */
    @Test
    void theUpperHalfIsANetworkThatOthersDoNotReach() {
        Generator.SourceAddresses upper = Generator.SourceAddresses.ofUpperHalf();
        Generator.SourceAddresses others = new Generator.SourceAddresses();
        assertThat(Generator.SourceAddresses.UPPER_HALF).isEqualTo("127.128.0.0/9");
        for (int i = 0; i < 100_000; i++) {
            assertThat(upper.next().getAddress().getAddress()[1]).isNegative();
            assertThat(others.next().getAddress().getAddress()[1]).isPositive();
        }
    }
}
