package dev.weir.reactive.idiomatic;

import dev.weir.contract.ServerContract;
import dev.weir.contract.StartedServer;
import dev.weir.reactive.ReactiveServer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.util.unit.DataSize;

/**
 * The model {@code reactive} as WebFlux would have it written: a flux of buffers, and one of events.
 *
 * <p>A contender of comparisons and not one of the four models: what it cannot keep of the contract stands here, each
 * taken out of the suite by a method that is no test.
 */
class IdiomaticContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, "--weir.reactive.idiomatic=true");

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /** Reactor Netty asks a publisher for 128 buffers ahead, of a grant each, whether the socket takes them or not. */
    @Override
    public long mostGrantedToAStalledClient() {
        return DataSize.ofMegabytes(48).toBytes();
    }

    /** Of what it has asked for ahead nobody knows how much was written. */
    @Override
    public long leastGivenBackByAStalledClient() {
        return 0;
    }

    /** Spring's writer drops a blank that data begins with. */
    @Override
    public void e01_theDataComesAsTheSameLines(String data) {}

    /** Reactor Netty sends chunks also to who speaks HTTP/1.0. */
    @Override
    public void e01_theOldVersionHasNoChunks() {}

    /** Spring's writer names the charset of a type that has no other. */
    @Override
    public void e02_nobodyOnTheWayMayHoldItUp() {}

    /** It asks for 128 events ahead of the socket, so that a stalled subscriber is not seen to have stalled. */
    @Override
    public void e07_aStalledSubscriberHoldsUpNobody() {}

    /** As above. */
    @Override
    public void e07_whoTakesNothingForTooLongIsCutOffAndMissesNothing() {}

    /** Compares the type as well. */
    @Override
    public void e09_noByteOfOneClientReachesAnother() {}

    /** Compares the type as well. */
    @Override
    public void e09_whoAnnouncesContentAndLeavesIsCountedOnce() {}
}
