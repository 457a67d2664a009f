package dev.weir.reactive;

import dev.weir.contract.server.StartedServer;
import dev.weir.contract.soap.SoapAttackContract;
import dev.weir.contract.soap.SoapContract;
import dev.weir.contract.soap.SoapSendersContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests SOAP with the JDK's cryptography. Other tests use Amazon Corretto Crypto Provider where it can be loaded. */
class JdkCryptoTest implements SoapContract, SoapAttackContract, SoapSendersContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, "--weir.soap.crypto=jdk");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
