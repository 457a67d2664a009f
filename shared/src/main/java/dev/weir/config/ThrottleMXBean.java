package dev.weir.config;

/** The bucket that all clients share, as {@code dev.weir:type=Throttle}: bytes and bytes a second. */
public interface ThrottleMXBean {
    long getRate();

    void setRate(long rate);

    long getCapacity();

    void setCapacity(long capacity);

    long getWaiting();

    int getActive();
}
