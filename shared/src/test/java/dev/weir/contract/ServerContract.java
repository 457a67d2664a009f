package dev.weir.contract;

/** The whole contract; a server's test implements it and says how its server is started. */
public interface ServerContract
        extends SwiftContract,
                RequestContract,
                ForwardedContract,
                ListingContract,
                OperatingContract,
                LeavingContract,
                ThrottleContract,
                EventContract,
                PeerContract,
                SoapContract {}
