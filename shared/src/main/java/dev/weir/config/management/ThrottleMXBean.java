package dev.weir.config.management;

/**
 * The MBean {@code dev.weir:type=Throttle} of the global bucket. The unit of the rate is bytes a second. The unit of the
 * capacity is bytes.
 */
public interface ThrottleMXBean {
    long getRate();

    void setRate(long rate);

    long getCapacity();

    void setCapacity(long capacity);

    long getWaiting();

    int getActive();
}
