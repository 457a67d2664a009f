package dev.weir.contract;

import dev.weir.contract.clients.KeyContract;
import dev.weir.contract.clients.RightsContract;
import dev.weir.contract.clients.SignedLinkContract;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.downloads.FolderContract;
import dev.weir.contract.downloads.InlineContract;
import dev.weir.contract.downloads.ListingContract;
import dev.weir.contract.downloads.SmallFileContract;
import dev.weir.contract.events.EventContract;
import dev.weir.contract.http.ForwardedContract;
import dev.weir.contract.http.RequestContract;
import dev.weir.contract.http.RequestIdContract;
import dev.weir.contract.http.SecurityContract;
import dev.weir.contract.operating.AccessLogContract;
import dev.weir.contract.operating.OperatingContract;

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
