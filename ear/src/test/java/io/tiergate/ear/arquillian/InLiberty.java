package io.tiergate.ear.arquillian;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs a class with deployments in the one Open Liberty of this package. The order matters: its files first, then its start. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith({LibertyServer.class, ArquillianExtension.class})
@interface InLiberty {}
