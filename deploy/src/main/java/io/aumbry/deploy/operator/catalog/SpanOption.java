package io.aumbry.deploy.operator.catalog;

import io.aumbry.config.ValueTypes;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Spans of time in options, such as {@code 90d}. */
final class SpanOption implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return ValueTypes.duration("0s", "36500d").parse(text);
    } catch (IllegalArgumentException invalid) {
      throw new TypeConversionException(String.valueOf(invalid.getMessage()));
    }
  }
}
