package io.aumbry.frontend.rest;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import java.util.Optional;

/** The paths {@code /id} and {@code /id/part}. */
final class BlobRoutes {
  private static final String BLOB_METHODS = "GET, HEAD, DELETE, OPTIONS";

  private final Owners owners;

  BlobRoutes(Owners owners) {
    this.owners = owners;
  }

  /**
   * The route of a path of one or more segments.
   *
   * @param secure whether the path had the secure prefix
   */
  Route route(String method, String path, boolean secure) {
    int slash = path.indexOf('/', 1);
    String first = slash < 0 ? path.substring(1) : path.substring(1, slash);
    return slash < 0 ? ofBlob(method, first, secure) : ofPart(method, path, secure);
  }

  private Route ofPart(String method, String path, boolean secure) {
    int slash = path.indexOf('/', 1);
    BlobReading reading =
        Optional.of(path.substring(slash + 1))
            .filter(part -> !part.isEmpty())
            .flatMap(part -> BlobReading.of(part, method))
            .orElseThrow(() -> Routes.notServed(path));
    Routes.requireRead(method);
    return reading.route().apply(address(path.substring(1, slash), secure));
  }

  private Route ofBlob(String method, String id, boolean secure) {
    return switch (method) {
      case "GET" -> new Route.Content(address(id, secure), false);
      case "HEAD" -> new Route.Content(address(id, secure), true);
      case "DELETE" -> new Route.Delete(address(id, secure));
      default ->
          throw isId(id) ? Refusal.notAllowed(method, BLOB_METHODS) : Routes.notServed("/" + id);
    };
  }

  /** Whether a segment has the form of an id. Its owner may not exist. */
  private static boolean isId(String segment) {
    try {
      id(segment);
      return true;
    } catch (AumbryException | Refusal notABlob) {
      return false;
    }
  }

  /** The blob of a segment, if the segment is the id of one. */
  Optional<BlobAddress> known(String segment) {
    try {
      return Optional.of(address(segment, false));
    } catch (AumbryException | Refusal notABlob) {
      return Optional.empty();
    }
  }

  /** The blob with its owner. */
  BlobAddress address(String segment, boolean secure) {
    BlobId id = id(segment);
    return new BlobAddress(id, owners.owner(id.account(), id.container()), secure);
  }

  /** A segment without an extension such as {@code .jpg}. */
  static String withoutExtension(String segment) {
    int dot = segment.indexOf('.');
    return dot < 0 ? segment : segment.substring(0, dot);
  }

  private static BlobId id(String segment) {
    BlobId id = BlobId.parse(withoutExtension(segment));
    if (!id.kind().isPublic()) {
      throw new Refusal(RestError.BAD_REQUEST, "The id names a part of a blob, not a blob");
    }
    return id;
  }
}
