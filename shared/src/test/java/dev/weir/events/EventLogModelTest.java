package dev.weir.events;

class EventLogModelTest implements LogRules {
    @Override
    public AnyLog.Maker logs() {
        return AnyLog::real;
    }
}
