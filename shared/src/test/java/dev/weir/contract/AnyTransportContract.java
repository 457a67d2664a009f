package dev.weir.contract;

/** Every rule of C, D, T, E, L and P, and of X what their errors look like: as it holds over each {@link Transport}. */
public interface AnyTransportContract
        extends SwiftContract,
                RequestContract,
                ForwardedContract,
                ListingContract,
                OperatingContract,
                SecurityContract,
                LeavingContract,
                ThrottleContract,
                EventContract {}
