package io.aumbry.protocol.cluster;

import java.util.regex.Pattern;

/** The name of a storage node in its cluster. The node's certificate carries it too. */
public record NodeId(String name) implements Comparable<NodeId> {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  public NodeId {
    if (!isValid(name)) {
      throw new IllegalArgumentException(
          "node name '"
              + name
              + "' must be 1 to 63 letters, digits, '.', '_' or '-', the first a letter or digit");
    }
  }

  /** Whether {@code name} is a legal node name. */
  public static boolean isValid(String name) {
    return ALLOWED.matcher(name).matches();
  }

  @Override
  public int compareTo(NodeId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
