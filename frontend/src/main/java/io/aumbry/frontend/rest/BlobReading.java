package io.aumbry.frontend.rest;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A read of a blob or of a part of it, before it is known which blob a name has.
 *
 * @param route the read of a blob
 */
public record BlobReading(RestOperation operation, Function<BlobAddress, Route> route) {
  private static final String SEGMENT = "Segment/";
  private static final Set<String> PARTS =
      Set.of("BlobInfo", "UserMetadata", "BlobChunkIds", "Replicas");

  /** The path of a blob, split before the name of a part. */
  record Split(String blob, String part) {}

  /** The read of the content. */
  static BlobReading content(String method) {
    boolean headOnly = method.equals("HEAD");
    return new BlobReading(
        headOnly ? RestOperation.HEAD : RestOperation.GET,
        blob -> new Route.Content(blob, headOnly));
  }

  /**
   * The read of a part.
   *
   * @param part as in the path after the blob; empty for the content
   * @return empty if there is no such part
   * @throws Refusal 400 if it is a segment without a number
   */
  static Optional<BlobReading> of(String part, String method) {
    return switch (part) {
      case "" -> Optional.of(content(method));
      case "BlobInfo" -> reading(RestOperation.INFO, Route.Properties::new);
      case "UserMetadata" -> reading(RestOperation.USER_METADATA, Route.Metadata::new);
      case "BlobChunkIds" -> reading(RestOperation.CHUNK_IDS, Route.ChunkIds::new);
      case "Replicas" -> reading(RestOperation.REPLICAS, Route.Replicas::new);
      case "Status" -> reading(RestOperation.STATUS, Route.Status::new);
      default ->
          part.startsWith(SEGMENT)
              ? Optional.of(segment(part.substring(SEGMENT.length()), method))
              : Optional.empty();
    };
  }

  private static Optional<BlobReading> reading(
      RestOperation operation, Function<BlobAddress, Route> route) {
    return Optional.of(new BlobReading(operation, route));
  }

  private static BlobReading segment(String text, String method) {
    int number = segmentNumber(text);
    boolean headOnly = method.equals("HEAD");
    return new BlobReading(
        content(method).operation(), blob -> new Route.Segment(blob, number, headOnly));
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

  /**
   * Splits the text after a container. {@code Status} is no part here, as Ambry does not have it
   * and names may end with it.
   */
  static Split split(String text) {
    int last = text.lastIndexOf('/');
    int before = text.lastIndexOf('/', last - 1);
    if (before > 0 && text.startsWith(SEGMENT, before + 1)) {
      return new Split(text.substring(0, before), text.substring(before + 1));
    }
    return last > 0 && PARTS.contains(text.substring(last + 1))
        ? new Split(text.substring(0, last), text.substring(last + 1))
        : new Split(text, "");
  }
}
