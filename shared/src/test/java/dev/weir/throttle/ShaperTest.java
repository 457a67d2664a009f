package dev.weir.throttle;

/** Runs all rules of a shaper against {@link Shaper}. */
class ShaperTest implements RateRules, ChangeRules, FairnessRules, SlowClientRules, NewcomerRules {
    @Override
    public AnyShaper.Maker shapers() {
        return AnyShaper::real;
    }
}
