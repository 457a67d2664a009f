package dev.weir.throttle;

/** Runs every rule of the shaper that virtual time can show. */
class ShaperTest implements RateRules, ChangeRules, FairnessRules, SlowClientRules, NewcomerRules {
    @Override
    public AnyShaper.Maker shapers() {
        return AnyShaper::real;
    }
}
