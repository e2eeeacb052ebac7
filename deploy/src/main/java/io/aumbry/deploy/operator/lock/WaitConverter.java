package io.aumbry.deploy.operator.lock;

import io.aumbry.config.ValueTypes;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how long to wait, from not at all to one year. */
final class WaitConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return ValueTypes.duration("0s", "365d").parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
