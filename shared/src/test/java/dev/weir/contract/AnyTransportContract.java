package dev.weir.contract;

/**
 * Tests of all rules that hold over each {@link Transport}: those on clients, downloads, throttling and events, and on
 * the form of errors.
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
