package dev.weir.events;

/** What was published, as who reads it must find it again. */
record Published(String topic, String data) {}
