package dev.weir.contract;

/** Streams, long polls and publishing: E, L, P. */
public interface EventContract
        extends EventStreamContract,
                ResumeContract,
                SubscriberContract,
                ChurnContract,
                StalledSubscriberContract,
                CrossOriginContract,
                PollContract,
                PublishContract,
                PublicationFormContract,
                PublicationContract,
                BatchContract {}
