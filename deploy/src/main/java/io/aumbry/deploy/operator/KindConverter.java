package io.aumbry.deploy.operator;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads what to forget, in lower case. */
final class KindConverter implements ITypeConverter<ForgetCommand.Kind> {
  @Override
  public ForgetCommand.Kind convert(String text) {
    return Arrays.stream(ForgetCommand.Kind.values())
        .filter(kind -> kind.toString().equals(text))
        .findFirst()
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s', must be %s"
                    .formatted(
                        text,
                        Arrays.stream(ForgetCommand.Kind.values())
                            .map(ForgetCommand.Kind::toString)
                            .collect(Collectors.joining(" or ")))));
  }
}
