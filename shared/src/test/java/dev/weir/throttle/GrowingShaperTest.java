package dev.weir.throttle;

import java.time.Duration;

/** A shaper whose grants grow must keep the same rules. */
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
