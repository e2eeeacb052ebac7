package io.aumbry.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The class of the partitions that a container keeps its blobs in, written {@code private:cold}.
 *
 * @param container one of those that are built in
 */
public record ContainerClass(String container, String partitionClass) {
  private static final Pattern FORM =
      Pattern.compile("(public|private):([A-Za-z0-9][A-Za-z0-9-]{0,62})");

  private static final int CONTAINERS = 2;

  /** Of containers each of which is named once. */
  static final ValueType<List<ContainerClass>> EACH_ONCE =
      new ValueType<>() {
        private final ValueType<List<ContainerClass>> list =
            ValueTypes.listOf(new One(), CONTAINERS);

        @Override
        public List<ContainerClass> parse(String text) {
          List<ContainerClass> all = list.parse(text);
          if (all.stream().map(ContainerClass::container).distinct().count() < all.size()) {
            throw new IllegalArgumentException("'" + text + "' names a container twice");
          }
          return all;
        }

        @Override
        public String describe() {
          return list.describe();
        }
      };

  private record One() implements ValueType<ContainerClass> {
    @Override
    public ContainerClass parse(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "'" + text + "' is not public or private, a colon, and 1 to 63 letters, digits or '-'");
      }
      return new ContainerClass(matcher.group(1), matcher.group(2));
    }

    @Override
    public String describe() {
      return "container:class";
    }
  }
}
