/**
 * What is asked of the contenders: each scenario is one load, with its question, its plan and how one trial of it runs.
 */
@NullMarked
package dev.weir.perf.scenario;

import org.jspecify.annotations.NullMarked;
