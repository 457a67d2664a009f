package dev.weir.contract;

/** All rules of C, D, T, E, L and P, and the form of errors of X. They hold over each {@link Transport}. */
public interface AnyTransportContract
        extends TransportContract,
                SwiftContract,
                SmallFileContract,
                RequestContract,
                ForwardedContract,
                ListingContract,
                OperatingContract,
                SecurityContract,
                EventContract {}
