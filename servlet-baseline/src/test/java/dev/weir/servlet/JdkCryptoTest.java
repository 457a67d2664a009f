package dev.weir.servlet;

import dev.weir.contract.server.StartedServer;
import dev.weir.contract.soap.SoapAttackContract;
import dev.weir.contract.soap.SoapContract;
import dev.weir.contract.soap.SoapSendersContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the SOAP service with the JDK's cryptography. Other tests use Amazon Corretto Crypto Provider if it loads. */
class JdkCryptoTest implements SoapContract, SoapAttackContract, SoapSendersContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async", "--weir.soap.crypto=jdk");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
