package dev.weir.throttle;

/** The shaper: every rule that can be told in virtual time. */
class ShaperTest implements RateRules, ChangeRules, FairnessRules, SlowClientRules, NewcomerRules {
    @Override
    public AnyShaper.Maker shapers() {
        return AnyShaper::real;
    }
}
