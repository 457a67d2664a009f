package dev.weir.events;

/** The log by its rules, against the naive one. */
class EventLogModelTest implements LogRules {
    @Override
    public AnyLog.Maker logs() {
        return AnyLog::real;
    }
}
