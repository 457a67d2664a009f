package dev.weir.events;

/** Runs the rules of a log against {@link EventLog}. */
class EventLogModelTest implements LogRules {
    @Override
    public AnyLog.Maker logs() {
        return AnyLog::real;
    }
}
