package io.aumbry.frontend.access.policy;

import java.util.List;
import java.util.function.Predicate;

/** A value of a condition, compiled for its operator. */
interface ValueMatcher {
  /** Compares a value of the request. A value of another form does not match. */
  boolean matches(String value, RequestAttributes attributes);

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
      public boolean matches(String value, RequestAttributes attributes) {
        return comparison.test(value);
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
      public boolean matches(String value, RequestAttributes attributes) {
        return pattern.matches(value, attributes);
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
      public boolean matches(String value, RequestAttributes attributes) {
        String[] pieces = value.split(":", parts.size());
        if (pieces.length != parts.size()) {
          return false;
        }
        for (int i = 0; i < pieces.length; i++) {
          if (!parts.get(i).matches(pieces[i], attributes)) {
            return false;
          }
        }
        return true;
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
