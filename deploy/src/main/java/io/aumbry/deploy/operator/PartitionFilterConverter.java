package io.aumbry.deploy.operator;

import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the partitions to show, in lower case. */
final class PartitionFilterConverter implements ITypeConverter<PartitionsCommand.Which> {
  @Override
  public PartitionsCommand.Which convert(String text) {
    return Stream.of(PartitionsCommand.Which.values())
        .filter(which -> which.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("'" + text + "', must be all or unhealthy"));
  }
}
