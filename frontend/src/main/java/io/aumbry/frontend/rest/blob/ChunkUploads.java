package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.access.signed.IdSigner;
import io.aumbry.frontend.access.signed.SignedId;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.router.Router.StoredBlob;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Uploads of chunks for a later stitch. Each is an ordinary blob with a TTL, and its signed id
 * proves its size and session.
 */
public record ChunkUploads(IdSigner signer, ChunkConfig config) {
  /** The first segment of a signed id. */
  static final String SIGNED_ID = "signedId/";

  /** The key of the expiry in a signed id, in milliseconds since 1970. */
  static final String EXPIRY = "et";

  /**
   * Checks the arguments of a chunk.
   *
   * @throws Refusal 400
   */
  void check(Arguments arguments) {
    arguments.required(Names.SESSION);
    OptionalLong size = arguments.number(Names.MAX_UPLOAD_SIZE, 1);
    requireWithin(Names.MAX_UPLOAD_SIZE, size, config.maxSize());
    checkTtl(arguments, config);
    arguments.number(Names.PART_NUMBER, 1);
  }

  /**
   * Checks the TTL of a chunk.
   *
   * @throws Refusal 400
   */
  public static void checkTtl(Arguments arguments, ChunkConfig config) {
    OptionalLong ttl = arguments.number(Names.TTL, 1);
    requireWithin(Names.TTL, ttl, config.maxTtl().toSeconds());
  }

  private static void requireWithin(String name, OptionalLong value, long most) {
    if (value.isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Missing argument " + name + ", 1 to " + most);
    }
    if (value.getAsLong() > most) {
      throw Arguments.invalid(name, Long.toString(value.getAsLong()), "must be 1 to " + most);
    }
  }

  /** The signed id of a stored chunk, for {@code Location}. */
  String location(StoredBlob blob, Arguments arguments) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put(Names.BLOB_SIZE, Long.toString(blob.properties().size()));
    metadata.put(Names.SESSION, arguments.required(Names.SESSION));
    metadata.put(EXPIRY, Long.toString(blob.properties().expiryMillis()));
    arguments.text(Names.PART_NUMBER).ifPresent(number -> metadata.put(Names.PART_NUMBER, number));
    return "/" + SIGNED_ID + signer.sign(new SignedId(blob.id().toString(), metadata));
  }
}
