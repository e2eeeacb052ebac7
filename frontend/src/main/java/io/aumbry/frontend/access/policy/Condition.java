package io.aumbry.frontend.access.policy;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A condition on one attribute of the request.
 *
 * @param isPermission whether the statement allows
 */
record Condition(
    ConditionOperator operator,
    Quantifier quantifier,
    boolean ifExists,
    String key,
    List<ValueMatcher> matchers,
    boolean isPermission) {

  /** How an attribute with several values is compared. */
  enum Quantifier {
    SINGLE,
    FOR_ALL_VALUES,
    FOR_ANY_VALUE
  }

  /** Attributes that fix the origin of requests, so that a statement for everyone is not public. */
  private static final Set<String> ORIGINS =
      Set.of(
          ConditionKeys.SOURCE_IP,
          ConditionKeys.USER_ID,
          ConditionKeys.PRINCIPAL_ARN,
          ConditionKeys.PRINCIPAL_ACCOUNT);

  Condition {
    matchers = List.copyOf(matchers);
  }

  boolean holds(RequestAttributes attributes) {
    List<String> values = attributes.values(key);
    if (operator == ConditionOperator.NULL) {
      return isAnyMatch(Boolean.toString(values.isEmpty()), tests(attributes));
    }
    if (operator.isNegated() && isPermission && !isResolved(attributes)) {
      return false;
    }
    if (values.isEmpty()) {
      return ifExists
          || switch (quantifier) {
            case SINGLE -> operator.isNegated();
            case FOR_ALL_VALUES -> true;
            case FOR_ANY_VALUE -> false;
          };
    }
    List<Predicate<String>> tests = tests(attributes);
    return switch (quantifier) {
      case SINGLE -> operator.isNegated() ? isEach(values, tests) : isAny(values, tests);
      case FOR_ALL_VALUES -> isEach(values, tests);
      case FOR_ANY_VALUE -> isAny(values, tests);
    };
  }

  private List<Predicate<String>> tests(RequestAttributes attributes) {
    return matchers.stream().map(matcher -> matcher.test(attributes)).toList();
  }

  private boolean isResolved(RequestAttributes attributes) {
    for (ValueMatcher matcher : matchers) {
      if (!matcher.isResolved(attributes)) {
        return false;
      }
    }
    return true;
  }

  private boolean isEach(List<String> values, List<Predicate<String>> tests) {
    for (String value : values) {
      if (isAnyMatch(value, tests) == operator.isNegated()) {
        return false;
      }
    }
    return true;
  }

  private boolean isAny(List<String> values, List<Predicate<String>> tests) {
    for (String value : values) {
      if (isAnyMatch(value, tests) != operator.isNegated()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAnyMatch(String value, List<Predicate<String>> tests) {
    for (Predicate<String> test : tests) {
      if (test.test(value)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the condition limits requests to fixed origins. */
  boolean limitsTheOrigin() {
    return ORIGINS.contains(key)
        && !operator.isNegated()
        && operator != ConditionOperator.NULL
        && !ifExists
        && quantifier != Quantifier.FOR_ALL_VALUES
        && matchers.stream().allMatch(ValueMatcher::isFixed);
  }
}
