package dev.weir.contract;

/** All that is pushed and published: E, L, P. */
public interface EventContract
        extends EventStreamContract,
                ResumeContract,
                SubscriberContract,
                ChurnContract,
                StalledSubscriberContract,
                CrossOriginContract,
                PollContract,
                PublishContract,
                PublicationContract {}
