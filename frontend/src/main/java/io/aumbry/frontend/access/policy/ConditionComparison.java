package io.aumbry.frontend.access.policy;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** The comparisons of conditions. Values of a policy are checked when it is compiled. */
enum ConditionComparison {
  EQUAL,
  EQUAL_IGNORING_CASE,
  LIKE,
  NUMBER_EQUAL,
  NUMBER_LESS,
  NUMBER_LESS_OR_EQUAL,
  NUMBER_GREATER,
  NUMBER_GREATER_OR_EQUAL,
  DATE_EQUAL,
  DATE_BEFORE,
  DATE_BEFORE_OR_EQUAL,
  DATE_AFTER,
  DATE_AFTER_OR_EQUAL,
  FLAG,
  ADDRESS,
  ARN;

  /** No exponent, so that a comparison is cheap. */
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,18}(\\.\\d{1,18})?");

  private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");
  private static final int ARN_PARTS = 6;
  private static final int LONGEST_DATE = 40;

  ValueMatcher compile(String value, boolean hasVariables) {
    return switch (this) {
      case EQUAL -> text(value, TextPattern.Syntax.plain(hasVariables));
      case EQUAL_IGNORING_CASE -> text(value, new TextPattern.Syntax(hasVariables, false, true));
      case LIKE -> text(value, TextPattern.Syntax.wild(hasVariables));
      case NUMBER_EQUAL -> number(value, order -> order == 0);
      case NUMBER_LESS -> number(value, order -> order < 0);
      case NUMBER_LESS_OR_EQUAL -> number(value, order -> order <= 0);
      case NUMBER_GREATER -> number(value, order -> order > 0);
      case NUMBER_GREATER_OR_EQUAL -> number(value, order -> order >= 0);
      case DATE_EQUAL -> date(value, order -> order == 0);
      case DATE_BEFORE -> date(value, order -> order < 0);
      case DATE_BEFORE_OR_EQUAL -> date(value, order -> order <= 0);
      case DATE_AFTER -> date(value, order -> order > 0);
      case DATE_AFTER_OR_EQUAL -> date(value, order -> order >= 0);
      case FLAG -> flag(value);
      case ADDRESS -> address(value);
      case ARN -> arn(value, hasVariables);
    };
  }

  private static ValueMatcher text(String value, TextPattern.Syntax syntax) {
    return ValueMatcher.of(TextPattern.parse(value, syntax));
  }

  private static ValueMatcher arn(String value, boolean hasVariables) {
    List<String> parts = TextPattern.splitAtColons(value, ARN_PARTS);
    if (parts.size() != ARN_PARTS || !parts.getFirst().equals("arn")) {
      throw new IllegalArgumentException("'" + value + "' must have the form arn:a:b:c:d:e");
    }
    TextPattern.Syntax syntax = TextPattern.Syntax.wild(hasVariables);
    return ValueMatcher.ofParts(
        parts.stream().map(part -> TextPattern.parse(part, syntax)).toList());
  }

  private static ValueMatcher number(String value, IntPredicate isWanted) {
    BigDecimal limit =
        parseNumber(value)
            .orElseThrow(() -> new IllegalArgumentException("'" + value + "' is no number"));
    return ValueMatcher.of(
        given -> parseNumber(given).filter(n -> isWanted.test(n.compareTo(limit))).isPresent(),
        true);
  }

  private static Optional<BigDecimal> parseNumber(String text) {
    return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
  }

  private static ValueMatcher date(String value, IntPredicate isWanted) {
    Instant limit =
        parseDate(value)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "'" + value + "' must be a date such as 2026-01-31T23:59:59Z, or seconds"));
    return ValueMatcher.of(
        given -> parseDate(given).filter(d -> isWanted.test(d.compareTo(limit))).isPresent(), true);
  }

  private static Optional<Instant> parseDate(String text) {
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(Instant.ofEpochSecond(Long.parseLong(text)));
    }
    if (text.length() > LONGEST_DATE) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          text.indexOf('T') < 0
              ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
              : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static ValueMatcher flag(String value) {
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException("'" + value + "' must be true or false");
    }
    return ValueMatcher.of(value::equalsIgnoreCase, true);
  }

  private static ValueMatcher address(String value) {
    AddressRange range = AddressRange.parse(value);
    return ValueMatcher.of(range::contains, range.isNarrow());
  }
}
