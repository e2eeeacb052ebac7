package io.aumbry.frontend.access.policy;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The operators of conditions. A negated operator holds if no value matches. */
enum ConditionOperator {
  STRING_EQUALS("StringEquals", false, ConditionComparison.EQUAL),
  STRING_NOT_EQUALS("StringNotEquals", true, ConditionComparison.EQUAL),
  STRING_EQUALS_IGNORE_CASE(
      "StringEqualsIgnoreCase", false, ConditionComparison.EQUAL_IGNORING_CASE),
  STRING_NOT_EQUALS_IGNORE_CASE(
      "StringNotEqualsIgnoreCase", true, ConditionComparison.EQUAL_IGNORING_CASE),
  STRING_LIKE("StringLike", false, ConditionComparison.LIKE),
  STRING_NOT_LIKE("StringNotLike", true, ConditionComparison.LIKE),
  NUMERIC_EQUALS("NumericEquals", false, ConditionComparison.NUMBER_EQUAL),
  NUMERIC_NOT_EQUALS("NumericNotEquals", true, ConditionComparison.NUMBER_EQUAL),
  NUMERIC_LESS_THAN("NumericLessThan", false, ConditionComparison.NUMBER_LESS),
  NUMERIC_LESS_THAN_EQUALS(
      "NumericLessThanEquals", false, ConditionComparison.NUMBER_LESS_OR_EQUAL),
  NUMERIC_GREATER_THAN("NumericGreaterThan", false, ConditionComparison.NUMBER_GREATER),
  NUMERIC_GREATER_THAN_EQUALS(
      "NumericGreaterThanEquals", false, ConditionComparison.NUMBER_GREATER_OR_EQUAL),
  DATE_EQUALS("DateEquals", false, ConditionComparison.DATE_EQUAL),
  DATE_NOT_EQUALS("DateNotEquals", true, ConditionComparison.DATE_EQUAL),
  DATE_LESS_THAN("DateLessThan", false, ConditionComparison.DATE_BEFORE),
  DATE_LESS_THAN_EQUALS("DateLessThanEquals", false, ConditionComparison.DATE_BEFORE_OR_EQUAL),
  DATE_GREATER_THAN("DateGreaterThan", false, ConditionComparison.DATE_AFTER),
  DATE_GREATER_THAN_EQUALS("DateGreaterThanEquals", false, ConditionComparison.DATE_AFTER_OR_EQUAL),
  BOOL("Bool", false, ConditionComparison.FLAG),
  IP_ADDRESS("IpAddress", false, ConditionComparison.ADDRESS),
  NOT_IP_ADDRESS("NotIpAddress", true, ConditionComparison.ADDRESS),
  ARN_EQUALS("ArnEquals", false, ConditionComparison.ARN),
  ARN_LIKE("ArnLike", false, ConditionComparison.ARN),
  ARN_NOT_EQUALS("ArnNotEquals", true, ConditionComparison.ARN),
  ARN_NOT_LIKE("ArnNotLike", true, ConditionComparison.ARN),
  NULL("Null", false, ConditionComparison.FLAG);

  private final String text;
  private final boolean isNegated;
  private final ConditionComparison comparison;

  ConditionOperator(String text, boolean isNegated, ConditionComparison comparison) {
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
