package io.aumbry.catalog.dataset;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A version of a dataset.
 *
 * @param numbers as many as the schema has, from the most significant one, each at least 0
 */
public record DatasetVersion(VersionSchema schema, List<Long> numbers)
    implements Comparable<DatasetVersion> {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  /** The greatest number that the text form has. */
  private static final long MAX_NUMBER = 999_999_999_999_999_999L;

  public DatasetVersion {
    numbers = List.copyOf(numbers);
    if (numbers.size() != schema.numbers() || numbers.stream().anyMatch(number -> number < 0)) {
      throw new IllegalArgumentException(numbers + " is no version of " + schema);
    }
  }

  /** The version before the first one. */
  public static DatasetVersion zero(VersionSchema schema) {
    return new DatasetVersion(schema, List.copyOf(Arrays.asList(zeros(schema))));
  }

  private static Long[] zeros(VersionSchema schema) {
    Long[] zeros = new Long[schema.numbers()];
    Arrays.fill(zeros, 0L);
    return zeros;
  }

  /**
   * Reads the text form: decimal numbers without leading zeros, separated by dots.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if it is no version of the schema
   */
  public static DatasetVersion parse(VersionSchema schema, String text) {
    List<Long> numbers = new ArrayList<>();
    for (String part : text.split("\\.", -1)) {
      if (!NUMBER.matcher(part).matches() || numbers.size() == schema.numbers()) {
        throw invalid(schema, text);
      }
      numbers.add(Long.valueOf(part));
    }
    if (numbers.size() != schema.numbers()) {
      throw invalid(schema, text);
    }
    return new DatasetVersion(schema, numbers);
  }

  private static AumbryException invalid(VersionSchema schema, String text) {
    return new AumbryException(
        ErrorCode.BAD_REQUEST,
        "'%s' is no version of schema %s, which has %d numbers of at most 18 digits"
            .formatted(text, schema, schema.numbers()));
  }

  /**
   * The version after this one. A timestamp is the current time, unless that is not later.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if the schema has no such step, {@link
   *     ErrorCode#CONFLICT} if there is no greater number
   */
  public DatasetVersion next(VersionStep step, long nowMillis) {
    if (!step.isAllowed(schema)) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST, "the schema " + schema + " has no version " + step);
    }
    int index = step.incremented(schema);
    Long[] next = zeros(schema);
    for (int i = 0; i < index; i++) {
      next[i] = numbers.get(i);
    }
    next[index] = numbers.get(index) + 1;
    if (schema == VersionSchema.TIMESTAMP) {
      next[index] = Math.max(next[index], nowMillis);
    }
    if (next[index] > MAX_NUMBER) {
      throw new AumbryException(
          ErrorCode.CONFLICT, "there is no version " + step + " after " + this);
    }
    return new DatasetVersion(schema, Arrays.asList(next));
  }

  /** Whether this version is the next one by {@code step}. Any later timestamp is. */
  public boolean follows(DatasetVersion latest, VersionStep step) {
    return equals(latest.next(step, numbers.getFirst()));
  }

  /** Bytes that sort, unsigned, as versions do. */
  public byte[] order() {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.size());
    numbers.forEach(bytes::putLong);
    return bytes.array();
  }

  /** Reads the form of {@link #order}. */
  public static DatasetVersion ofOrder(VersionSchema schema, byte[] order) {
    List<Long> numbers = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(order);
    while (bytes.hasRemaining()) {
      numbers.add(bytes.getLong());
    }
    return new DatasetVersion(schema, numbers);
  }

  @Override
  public int compareTo(DatasetVersion other) {
    return Arrays.compareUnsigned(order(), other.order());
  }

  /** The text form, which is the last part of the name of the blob. */
  @Override
  public String toString() {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining("."));
  }
}
