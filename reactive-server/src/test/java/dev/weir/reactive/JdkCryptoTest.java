package dev.weir.reactive;

import dev.weir.contract.SoapAttackContract;
import dev.weir.contract.SoapContract;
import dev.weir.contract.SoapSendersContract;
import dev.weir.contract.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The SOAP service with the JDK's cryptography. The other tests use Amazon Corretto Crypto Provider where it loads. */
class JdkCryptoTest implements SoapContract, SoapAttackContract, SoapSendersContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, "--weir.soap.crypto=jdk");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
