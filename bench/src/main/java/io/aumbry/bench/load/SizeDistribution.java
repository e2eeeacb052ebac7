package io.aumbry.bench.load;

import io.aumbry.config.DataSize;
import java.util.Arrays;
import java.util.List;

/**
 * The sizes of blobs. Written {@code 4KiB} (all equal), {@code 4KiB-1MiB} (uniform on a logarithmic
 * scale) or {@code 4KiB=70,64KiB=25,1MiB=5} (weighted).
 */
public sealed interface SizeDistribution {
  /** Every blob has the same size. */
  record Fixed(long bytes) implements SizeDistribution {}

  /** Uniform on a logarithmic scale between two sizes, both inclusive. */
  record LogUniform(long min, long max) implements SizeDistribution {
    public LogUniform {
      if (min < 1 || max < min) {
        throw new IllegalArgumentException(
            "sizes must be 1 byte or more and in order, not " + min + " to " + max + " bytes");
      }
    }
  }

  /** One size with its weight. */
  record Choice(long bytes, int weight) {
    public Choice {
      if (weight < 1) {
        throw new IllegalArgumentException("weight must be 1 or more, not " + weight);
      }
    }
  }

  /** Several sizes, each as often as its weight says. */
  record Weighted(List<Choice> choices) implements SizeDistribution {
    public Weighted {
      choices = List.copyOf(choices);
      if (choices.isEmpty()) {
        throw new IllegalArgumentException("no size to choose from");
      }
    }

    private long total() {
      return choices.stream().mapToLong(Choice::weight).sum();
    }

    private long at(double share) {
      long remaining = (long) (share * total());
      for (Choice choice : choices) {
        remaining -= choice.weight();
        if (remaining < 0) {
          return choice.bytes();
        }
      }
      return choices.getLast().bytes();
    }
  }

  /** Maps 64 uniformly distributed bits to a size. */
  default long size(long draw) {
    double share = (draw >>> 11) * 0x1.0p-53;
    return switch (this) {
      case Fixed(long bytes) -> bytes;
      case LogUniform(long min, long max) ->
          Math.min(max, (long) (min * Math.pow((max + 1.0) / min, share)));
      case Weighted weighted -> weighted.at(share);
    };
  }

  /** The mean size in bytes. */
  default double mean() {
    return switch (this) {
      case Fixed(long bytes) -> bytes;
      case LogUniform(long min, long max) ->
          min == max ? min : (max - min) / Math.log((double) max / min);
      case Weighted weighted ->
          weighted.choices().stream().mapToDouble(c -> (double) c.bytes() * c.weight()).sum()
              / weighted.total();
    };
  }

  /** Parses any of the three forms. */
  static SizeDistribution parse(String text) {
    if (text.contains("=")) {
      return new Weighted(
          Arrays.stream(text.split(",", -1)).map(SizeDistribution::choice).toList());
    }
    int dash = text.indexOf('-');
    if (dash < 0) {
      return new Fixed(bytes(text));
    }
    return new LogUniform(bytes(text.substring(0, dash)), bytes(text.substring(dash + 1)));
  }

  private static Choice choice(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException(
          "'" + text + "' must be a size and a weight, such as 4KiB=70");
    }
    String weight = text.substring(equals + 1).strip();
    if (!weight.matches("\\d{1,9}")) {
      throw new IllegalArgumentException("weight '" + weight + "' is not a whole number");
    }
    return new Choice(bytes(text.substring(0, equals)), Integer.parseInt(weight));
  }

  private static long bytes(String text) {
    return DataSize.parse(text.strip()).bytes();
  }
}
