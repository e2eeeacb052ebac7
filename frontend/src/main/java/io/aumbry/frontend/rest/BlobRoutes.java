package io.aumbry.frontend.rest;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import java.util.Optional;
import java.util.Set;

/** The paths {@code /id} and {@code /id/part}. */
final class BlobRoutes {
  private static final String BLOB_METHODS = "GET, HEAD, DELETE, OPTIONS";
  private static final String SEGMENT = "Segment/";
  private static final Set<String> PARTS =
      Set.of("BlobInfo", "UserMetadata", "BlobChunkIds", "Replicas", "Status");

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
    String part = path.substring(slash + 1);
    if (!part.startsWith(SEGMENT) && !PARTS.contains(part)) {
      throw Routes.notServed(path);
    }
    Routes.requireRead(method);
    BlobAddress blob = address(path.substring(1, slash), secure);
    return switch (part) {
      case "BlobInfo" -> new Route.Properties(blob);
      case "UserMetadata" -> new Route.Metadata(blob);
      case "BlobChunkIds" -> new Route.ChunkIds(blob);
      case "Replicas" -> new Route.Replicas(blob);
      case "Status" -> new Route.Status(blob);
      default ->
          new Route.Segment(
              blob, segmentNumber(part.substring(SEGMENT.length())), method.equals("HEAD"));
    };
  }

  private static int segmentNumber(String text) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw notANumber(text);
    }
    throw notANumber(text);
  }

  private static Refusal notANumber(String text) {
    return new Refusal(
        RestError.BAD_REQUEST,
        "Segment/" + text + " is not a segment; segments are numbered from 0");
  }

  private Route ofBlob(String method, String id, boolean secure) {
    return switch (method) {
      case "GET" -> new Route.Content(address(id, secure), false);
      case "HEAD" -> new Route.Content(address(id, secure), true);
      case "DELETE" -> new Route.Delete(address(id, secure));
      default ->
          throw known(id).isPresent()
              ? Refusal.notAllowed(method, BLOB_METHODS)
              : Routes.notServed("/" + id);
    };
  }

  /** The blob of a segment, if the segment is the id of one. */
  Optional<BlobAddress> known(String segment) {
    try {
      return Optional.of(address(segment, false));
    } catch (AumbryException | Refusal notABlob) {
      return Optional.empty();
    }
  }

  /** The blob with its owner. An extension such as {@code .jpg} is ignored. */
  BlobAddress address(String segment, boolean secure) {
    int dot = segment.indexOf('.');
    BlobId id = BlobId.parse(dot < 0 ? segment : segment.substring(0, dot));
    if (!id.kind().isPublic()) {
      throw new Refusal(RestError.BAD_REQUEST, "The id names a part of a blob, not a blob");
    }
    return new BlobAddress(id, owners.owner(id.account(), id.container()), secure);
  }
}
