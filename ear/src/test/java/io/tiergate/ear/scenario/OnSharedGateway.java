package io.tiergate.ear.scenario;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks a test class whose stage is in the {@link SharedGateway}'s configuration. No test of it may take longer than a minute. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedGateway.class)
@Timeout(60)
@interface OnSharedGateway {}
