package dev.weir.events;

/** The rules of the log, against the naive log. */
class EventLogModelTest implements LogRules {
    @Override
    public AnyLog.Maker logs() {
        return AnyLog::real;
    }
}
