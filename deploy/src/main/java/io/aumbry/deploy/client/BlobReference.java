package io.aumbry.deploy.client;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A blob on the command line: an id, or a name as {@code account/container/name}. Only names have
 * slashes; one leading slash, as in {@code Location} headers, is ignored.
 */
public sealed interface BlobReference {
  /** The path of the blob on a frontend, percent-encoded. */
  String path();

  /** A blob by its id. */
  record Id(String id) implements BlobReference {
    @Override
    public String path() {
      return "/" + id;
    }

    @Override
    public String toString() {
      return id;
    }
  }

  /**
   * A blob by its name.
   *
   * @param name may have slashes
   */
  record Name(ContainerReference container, String name) implements BlobReference {
    @Override
    public String path() {
      String encoded =
          Arrays.stream(name.split("/", -1))
              .map(PercentEncoding::encode)
              .collect(Collectors.joining("/"));
      return container.path() + "/" + encoded;
    }

    @Override
    public String toString() {
      return container + "/" + name;
    }
  }

  /**
   * Parses an id or a name.
   *
   * @throws ClientException if it is neither
   */
  static BlobReference parse(String text) {
    String bare = text.startsWith("/") ? text.substring(1) : text;
    if (bare.indexOf('/') >= 0) {
      return parseName(text);
    }
    if (!Patterns.ID.matcher(bare).matches()) {
      throw new ClientException(
          ExitCode.USAGE,
          "'" + text + "' is not a blob id, and a name has the form account/container/name");
    }
    return new Id(bare);
  }

  /**
   * Parses a name.
   *
   * @throws ClientException if it is none
   */
  static Name parseName(String text) {
    String bare = text.startsWith("/") ? text.substring(1) : text;
    String[] parts = bare.split("/", 3);
    boolean isWhole =
        parts.length == 3 && Arrays.stream(bare.split("/", -1)).noneMatch(String::isEmpty);
    if (!isWhole) {
      throw new ClientException(
          ExitCode.USAGE,
          "'" + text + "' must have the form account/container/name, without empty segments");
    }
    return new Name(new ContainerReference(parts[0], parts[1]), parts[2]);
  }

  /** Holds the form of ids. */
  final class Patterns {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    private Patterns() {}
  }
}
