package io.aumbry.bench.option;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.load.SizeDistribution;
import io.aumbry.config.DataSize;
import io.aumbry.config.ValueTypes;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters for option types that picocli does not know. */
public final class Converters {
  private Converters() {}

  private static <T> T convert(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Reads 4MiB. */
  public static final class Size implements ITypeConverter<DataSize> {
    @Override
    public DataSize convert(String text) {
      return Converters.convert(text, DataSize::parse);
    }
  }

  /** Reads 10s. */
  public static final class Span implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return Converters.convert(text, ValueTypes.duration("0ms", "7d")::parse);
    }
  }

  /** Reads 4KiB, 4KiB-1MiB, 4KiB=70,1MiB=30. */
  public static final class Sizes implements ITypeConverter<SizeDistribution> {
    @Override
    public SizeDistribution convert(String text) {
      return Converters.convert(text, SizeDistribution::parse);
    }
  }

  /** Reads http://host:port. */
  public static final class Address implements ITypeConverter<HttpEndpoint> {
    @Override
    public HttpEndpoint convert(String text) {
      return Converters.convert(text, HttpEndpoint::parse);
    }
  }
}
