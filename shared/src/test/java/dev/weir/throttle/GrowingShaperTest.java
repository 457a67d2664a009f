package dev.weir.throttle;

import java.time.Duration;

/** Tests a shaper that grants more bytes at once while many clients wait. */
class GrowingShaperTest implements RateRules, ChangeRules, FairnessRules, SlowClientRules, NewcomerRules {
    @Override
    public AnyShaper.Maker shapers() {
        return AnyShaper::growing;
    }

    @Override
    public Duration longest() {
        return AnyShaper.GROWING.longest();
    }
}
