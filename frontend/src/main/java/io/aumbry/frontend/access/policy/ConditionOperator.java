package io.aumbry.frontend.access.policy;

import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** The operators of conditions. A negated operator holds if no value matches. */
enum ConditionOperator {
  STRING_EQUALS("StringEquals", false, Comparisons::equal),
  STRING_NOT_EQUALS("StringNotEquals", true, Comparisons::equal),
  STRING_EQUALS_IGNORE_CASE("StringEqualsIgnoreCase", false, Comparisons::equalIgnoringCase),
  STRING_NOT_EQUALS_IGNORE_CASE("StringNotEqualsIgnoreCase", true, Comparisons::equalIgnoringCase),
  STRING_LIKE("StringLike", false, Comparisons::like),
  STRING_NOT_LIKE("StringNotLike", true, Comparisons::like),
  NUMERIC_EQUALS("NumericEquals", false, number(order -> order == 0)),
  NUMERIC_NOT_EQUALS("NumericNotEquals", true, number(order -> order == 0)),
  NUMERIC_LESS_THAN("NumericLessThan", false, number(order -> order < 0)),
  NUMERIC_LESS_THAN_EQUALS("NumericLessThanEquals", false, number(order -> order <= 0)),
  NUMERIC_GREATER_THAN("NumericGreaterThan", false, number(order -> order > 0)),
  NUMERIC_GREATER_THAN_EQUALS("NumericGreaterThanEquals", false, number(order -> order >= 0)),
  DATE_EQUALS("DateEquals", false, date(order -> order == 0)),
  DATE_NOT_EQUALS("DateNotEquals", true, date(order -> order == 0)),
  DATE_LESS_THAN("DateLessThan", false, date(order -> order < 0)),
  DATE_LESS_THAN_EQUALS("DateLessThanEquals", false, date(order -> order <= 0)),
  DATE_GREATER_THAN("DateGreaterThan", false, date(order -> order > 0)),
  DATE_GREATER_THAN_EQUALS("DateGreaterThanEquals", false, date(order -> order >= 0)),
  BOOL("Bool", false, Comparisons::flag),
  IP_ADDRESS("IpAddress", false, Comparisons::address),
  NOT_IP_ADDRESS("NotIpAddress", true, Comparisons::address),
  ARN_EQUALS("ArnEquals", false, Comparisons::arn),
  ARN_LIKE("ArnLike", false, Comparisons::arn),
  ARN_NOT_EQUALS("ArnNotEquals", true, Comparisons::arn),
  ARN_NOT_LIKE("ArnNotLike", true, Comparisons::arn),
  NULL("Null", false, Comparisons::flag);

  /** Compiles a value of a condition. Its errors name the value. */
  @FunctionalInterface
  interface Compiler {
    ValueMatcher compile(String value, boolean hasVariables);
  }

  private final String text;
  private final boolean isNegated;
  private final Compiler compiler;

  ConditionOperator(String text, boolean isNegated, Compiler compiler) {
    this.text = text;
    this.isNegated = isNegated;
    this.compiler = compiler;
  }

  private static Compiler number(IntPredicate isWanted) {
    return (value, hasVariables) -> Comparisons.number(value, isWanted);
  }

  private static Compiler date(IntPredicate isWanted) {
    return (value, hasVariables) -> Comparisons.date(value, isWanted);
  }

  /** Finds an operator by its name, ignoring case. */
  static Optional<ConditionOperator> byText(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Stream.of(values())
        .filter(operator -> operator.text.toLowerCase(Locale.ROOT).equals(lower))
        .findFirst();
  }

  String text() {
    return text;
  }

  boolean isNegated() {
    return isNegated;
  }

  ValueMatcher compile(String value, boolean hasVariables) {
    return compiler.compile(value, hasVariables);
  }
}
