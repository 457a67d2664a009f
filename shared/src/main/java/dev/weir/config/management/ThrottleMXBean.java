package dev.weir.config.management;

/**
 * The MBean {@code dev.weir:type=Throttle} of the token bucket that all clients share. The rate is in bytes per second,
 * the capacity in bytes. The attributes {@code Waiting} and {@code Active} are numbers of downloads.
 */
public interface ThrottleMXBean {
    long getRate();

    void setRate(long rate);

    long getCapacity();

    void setCapacity(long capacity);

    long getWaiting();

    int getActive();
}
