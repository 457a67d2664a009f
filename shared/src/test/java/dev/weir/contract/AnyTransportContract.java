package dev.weir.contract;

/**
 * All rules that hold over each {@link Transport}: those of clients, downloads, throttling and events, and the form of
 * errors.
 */
public interface AnyTransportContract
        extends TransportContract,
                SwiftContract,
                SmallFileContract,
                RequestContract,
                ForwardedContract,
                SignedLinkContract,
                RightsContract,
                KeyContract,
                ListingContract,
                FolderContract,
                InlineContract,
                OperatingContract,
                AccessLogContract,
                RequestIdContract,
                SecurityContract,
                EventContract {}
