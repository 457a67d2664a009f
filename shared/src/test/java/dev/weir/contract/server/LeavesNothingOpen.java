package dev.weir.contract.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a contract whose tests leave no request open. After them, a {@link StartedServer} must stop without cutting off
 * a request (rule A03).
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited // also by a subclass of a suite
public @interface LeavesNothingOpen {}
