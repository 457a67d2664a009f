package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SourceAddressesTest {
    @Test
    void noAddressIsHandedOutTwice() {
        SourceAddresses addresses = new SourceAddresses();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            String address = addresses.next().getAddress().getHostAddress();
            assertThat(address).startsWith("127.").doesNotStartWith("127.0.");
            assertThat(seen.add(address)).isTrue();
        }
    }
}
