package io.aumbry.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the key by which an operator sets a component of a config record. A component without
 * {@link Default} must be set, unless it is an {@link java.util.Optional}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** Dotted lower case, e.g. {@code frontend.port}. */
  String key();

  /** Explains the key to operators, in reference files and errors. */
  String text();

  /** Bounds of a number, size or duration, both included, e.g. {@code 1 MiB to 16 GiB}. */
  String range() default "";

  /** Describes the values of a type that has no description of its own. */
  String form() default "";

  /** A regular expression that text must match as a whole. */
  String pattern() default "";

  /** The most items of a list. */
  int most() default 1;
}
