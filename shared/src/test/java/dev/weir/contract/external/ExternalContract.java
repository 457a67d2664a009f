package dev.weir.contract.external;

import dev.weir.contract.ServerContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract for a server at any address, for {@code ./weir check}. Its name keeps it out of the build's tests. */
public final class ExternalContract implements ServerContract, RateContract {
    @RegisterExtension
    static final ExternalServer SERVER = new ExternalServer();

    @Override
    public ExternalServer server() {
        return SERVER;
    }

    // These three run after each test. They need meters or the management port, which this server may not have.

    @Override
    public void everyDownloadHasEnded() {}

    @Override
    public void everySubscriberHasLeft() {}

    @Override
    public void theKeyIsUnknownAgain() {}
}
