package io.aumbry.frontend.access.policy;

import java.util.List;
import java.util.function.Predicate;

/** A value of a condition, compiled for its operator. */
interface ValueMatcher {
  /**
   * Compares values of a request. A value of another form does not match. Its sender may choose the
   * number of values and the length of variables, so variables are looked up once for all values.
   */
  Predicate<String> test(RequestAttributes attributes);

  /** Whether the request has a value for each variable. */
  default boolean isResolved(RequestAttributes attributes) {
    return true;
  }

  /** Whether the value stands for a few fixed values. */
  boolean isFixed();

  /** A comparison without variables. */
  static ValueMatcher of(Predicate<String> comparison, boolean isFixed) {
    return new ValueMatcher() {
      @Override
      public Predicate<String> test(RequestAttributes attributes) {
        return comparison;
      }

      @Override
      public boolean isFixed() {
        return isFixed;
      }
    };
  }

  static ValueMatcher of(TextPattern pattern) {
    return new ValueMatcher() {
      @Override
      public Predicate<String> test(RequestAttributes attributes) {
        return pattern.test(attributes);
      }

      @Override
      public boolean isResolved(RequestAttributes attributes) {
        return pattern.isResolved(attributes);
      }

      @Override
      public boolean isFixed() {
        return pattern.isFixed();
      }
    };
  }

  /** The six parts of a resource name, compared one by one, so that no star crosses a colon. */
  static ValueMatcher ofParts(List<TextPattern> parts) {
    return new ValueMatcher() {
      @Override
      public Predicate<String> test(RequestAttributes attributes) {
        List<Predicate<String>> tests = parts.stream().map(part -> part.test(attributes)).toList();
        return value -> areMatched(value.split(":", tests.size()), tests);
      }

      private static boolean areMatched(String[] pieces, List<Predicate<String>> tests) {
        boolean matches = pieces.length == tests.size();
        for (int i = 0; matches && i < pieces.length; i++) {
          matches = tests.get(i).test(pieces[i]);
        }
        return matches;
      }

      @Override
      public boolean isResolved(RequestAttributes attributes) {
        return parts.stream().allMatch(part -> part.isResolved(attributes));
      }

      @Override
      public boolean isFixed() {
        return parts.stream().allMatch(TextPattern::isFixed);
      }
    };
  }
}
