package io.aumbry.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the key of a component. A component without {@link Default} must be set, unless it is an
 * {@link java.util.Optional}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** Dotted lower case, such as {@code frontend.port}. */
  String key();

  /** Explains the key to operators, in reference files and errors. */
  String text();

  /** Bounds of a number, size or duration, both inclusive, such as {@code 1 MiB to 16 GiB}. */
  String range() default "";

  /** Describes the values of a type without a built-in description. */
  String form() default "";

  /** A regular expression for the whole text. */
  String pattern() default "";

  /** Maximum number of list items. */
  int most() default 1;
}
