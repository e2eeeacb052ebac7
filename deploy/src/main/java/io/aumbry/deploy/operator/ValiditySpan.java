package io.aumbry.deploy.operator;

import io.aumbry.config.ValueTypes;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the validity of a certificate, such as 398d: from one hour to twenty years. */
final class ValiditySpan implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return ValueTypes.duration("1h", "7300d").parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
