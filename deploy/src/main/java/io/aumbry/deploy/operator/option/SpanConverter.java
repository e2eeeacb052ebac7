package io.aumbry.deploy.operator.option;

import io.aumbry.config.ValueTypes;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as 90s, 10m or 2h, from one second to one year. */
public final class SpanConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return ValueTypes.duration("1s", "365d").parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
