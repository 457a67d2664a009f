package dev.weir.throttle;

/** A shaper that delegates to another shaper. A subclass overrides methods to plant a fault. */
class Wrapped implements AnyShaper {
    private final AnyShaper shaper;

    Wrapped(AnyShaper shaper) {
        this.shaper = shaper;
    }

    @Override
    public Share share(long id, long rate, long capacity, int weight, long nowNanos) {
        return shaper.share(id, rate, capacity, weight, nowNanos);
    }

    @Override
    public void ask(Waiter waiter, long nowNanos) {
        shaper.ask(waiter, nowNanos);
    }

    @Override
    public boolean cancel(Waiter waiter, long nowNanos) {
        return shaper.cancel(waiter, nowNanos);
    }

    @Override
    public void change(Share share, long rate, long capacity, int weight, long nowNanos) {
        shaper.change(share, rate, capacity, weight, nowNanos);
    }

    @Override
    public void changeGlobal(long rate, long capacity, long nowNanos) {
        shaper.changeGlobal(rate, capacity, nowNanos);
    }

    @Override
    public void giveBack(Waiter waiter, long bytes, long nowNanos) {
        shaper.giveBack(waiter, bytes, nowNanos);
    }

    @Override
    public boolean takesAtOnce(Share share, long bytes, long nowNanos) {
        return shaper.takesAtOnce(share, bytes, nowNanos);
    }

    @Override
    public long advance(long nowNanos) {
        return shaper.advance(nowNanos);
    }
}
