package dev.weir.contract.events;

/** The rules on event streams (E), long polls (L) and publishing (P). */
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
