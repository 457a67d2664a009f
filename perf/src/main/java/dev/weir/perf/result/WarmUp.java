package dev.weir.perf.result;

/**
 * How the server was warmed.
 *
 * @param cycles of load and pause
 * @param stable whether the CPU for a unit had stopped moving and the compilers were idle
 */
public record WarmUp(int cycles, boolean stable) {}
