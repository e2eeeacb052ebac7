package io.aumbry.frontend.access.policy;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The operators of conditions. A negated operator holds if no value matches. */
enum ConditionOperator {
  STRING_EQUALS("StringEquals", false, Comparison.EQUAL),
  STRING_NOT_EQUALS("StringNotEquals", true, Comparison.EQUAL),
  STRING_EQUALS_IGNORE_CASE("StringEqualsIgnoreCase", false, Comparison.EQUAL_IGNORING_CASE),
  STRING_NOT_EQUALS_IGNORE_CASE("StringNotEqualsIgnoreCase", true, Comparison.EQUAL_IGNORING_CASE),
  STRING_LIKE("StringLike", false, Comparison.LIKE),
  STRING_NOT_LIKE("StringNotLike", true, Comparison.LIKE),
  NUMERIC_EQUALS("NumericEquals", false, Comparison.NUMBER_EQUAL),
  NUMERIC_NOT_EQUALS("NumericNotEquals", true, Comparison.NUMBER_EQUAL),
  NUMERIC_LESS_THAN("NumericLessThan", false, Comparison.NUMBER_LESS),
  NUMERIC_LESS_THAN_EQUALS("NumericLessThanEquals", false, Comparison.NUMBER_LESS_OR_EQUAL),
  NUMERIC_GREATER_THAN("NumericGreaterThan", false, Comparison.NUMBER_GREATER),
  NUMERIC_GREATER_THAN_EQUALS(
      "NumericGreaterThanEquals", false, Comparison.NUMBER_GREATER_OR_EQUAL),
  DATE_EQUALS("DateEquals", false, Comparison.DATE_EQUAL),
  DATE_NOT_EQUALS("DateNotEquals", true, Comparison.DATE_EQUAL),
  DATE_LESS_THAN("DateLessThan", false, Comparison.DATE_BEFORE),
  DATE_LESS_THAN_EQUALS("DateLessThanEquals", false, Comparison.DATE_BEFORE_OR_EQUAL),
  DATE_GREATER_THAN("DateGreaterThan", false, Comparison.DATE_AFTER),
  DATE_GREATER_THAN_EQUALS("DateGreaterThanEquals", false, Comparison.DATE_AFTER_OR_EQUAL),
  BOOL("Bool", false, Comparison.FLAG),
  IP_ADDRESS("IpAddress", false, Comparison.ADDRESS),
  NOT_IP_ADDRESS("NotIpAddress", true, Comparison.ADDRESS),
  ARN_EQUALS("ArnEquals", false, Comparison.ARN),
  ARN_LIKE("ArnLike", false, Comparison.ARN),
  ARN_NOT_EQUALS("ArnNotEquals", true, Comparison.ARN),
  ARN_NOT_LIKE("ArnNotLike", true, Comparison.ARN),
  NULL("Null", false, Comparison.FLAG);

  private final String text;
  private final boolean isNegated;
  private final Comparison comparison;

  ConditionOperator(String text, boolean isNegated, Comparison comparison) {
    this.text = text;
    this.isNegated = isNegated;
    this.comparison = comparison;
  }

  /** Finds an operator by its name, ignoring case. */
  static Optional<ConditionOperator> byText(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Stream.of(values())
        .filter(operator -> operator.text.toLowerCase(Locale.ROOT).equals(lower))
        .findFirst();
  }

  boolean isNegated() {
    return isNegated;
  }

  /**
   * Compiles a value of a policy.
   *
   * @throws IllegalArgumentException if the operator does not take it
   */
  ValueMatcher compile(String value, boolean hasVariables) {
    return comparison.compile(value, hasVariables);
  }
}
