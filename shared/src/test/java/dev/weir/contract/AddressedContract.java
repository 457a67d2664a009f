package dev.weir.contract;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of a server at an address, for {@code ./weir check}. Its name keeps it out of the build's tests. */
public final class AddressedContract implements ServerContract, RateContract {
    @RegisterExtension
    static final AddressedServer SERVER = new AddressedServer();

    @Override
    public AddressedServer server() {
        return SERVER;
    }

    // After a test these three look at the meters and the management port, which this server may not have.

    @Override
    public void everyDownloadHasEnded() {}

    @Override
    public void everySubscriberHasLeft() {}

    @Override
    public void theKeyIsUnknownAgain() {}
}
