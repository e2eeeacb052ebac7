package io.aumbry.deploy.operator;

import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the kind of a process in lower case. */
final class KindConverter implements ITypeConverter<Kind> {
  @Override
  public Kind convert(String text) {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.toString().equals(text))
        .findFirst()
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s', must be %s"
                    .formatted(
                        text,
                        Arrays.stream(Kind.values())
                            .map(Kind::toString)
                            .collect(Collectors.joining(" or ")))));
  }
}
