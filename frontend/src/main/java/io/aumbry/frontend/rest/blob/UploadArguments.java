package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The arguments of uploads. */
public final class UploadArguments {
  private UploadArguments() {}

  /** The requested durability. A level below that of the container has no effect. */
  static DurabilityLevel durability(Arguments arguments) {
    String asked = arguments.text(Names.DURABILITY).orElse(text(DurabilityLevel.LOCAL));
    for (DurabilityLevel level : DurabilityLevel.values()) {
      if (asked.equals(text(level))) {
        return level;
      }
    }
    throw Arguments.invalid(Names.DURABILITY, asked, "must be local, remote or majority");
  }

  static String text(DurabilityLevel level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The declared size.
   *
   * @param length of the body if that is the blob, otherwise -1
   */
  static OptionalLong declaredSize(long length, Arguments arguments) {
    OptionalLong declared = arguments.number(Names.BLOB_SIZE, 0);
    if (declared.isPresent() && length >= 0 && declared.getAsLong() != length) {
      throw new AumbryException(
          ErrorCode.SIZE_MISMATCH,
          Names.BLOB_SIZE
              + " is "
              + declared.getAsLong()
              + ", but the body has "
              + length
              + " bytes");
    }
    return declared.isPresent() || length < 0 ? declared : OptionalLong.of(length);
  }

  static OptionalInt checksum(Arguments arguments) {
    if (!arguments.has(Names.CHECKSUM)) {
      return OptionalInt.empty();
    }
    String text = arguments.text(Names.CHECKSUM).orElseThrow();
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      if (bytes.length == Integer.BYTES) {
        return OptionalInt.of(ByteBuffer.wrap(bytes).getInt());
      }
    } catch (IllegalArgumentException e) {
      throw Arguments.invalid(Names.CHECKSUM, text, "must be base64");
    }
    throw Arguments.invalid(Names.CHECKSUM, text, "must be base64 of four bytes");
  }

  static BlobProperties properties(Owner owner, Arguments arguments, long now) {
    requireNoReservedId(arguments);
    BlobProperties properties =
        new BlobProperties(
            0,
            now,
            ttlSeconds(arguments),
            OptionalInt.empty(),
            owner.isPrivate(),
            labels(arguments),
            UserMetadata.read(arguments));
    BlobPropertiesCodec.requireFits(properties);
    return properties;
  }

  /**
   * Checks the arguments of an upload whose content is not known yet.
   *
   * @throws Refusal 400
   */
  public static void check(Owner owner, Arguments arguments, long now) {
    properties(owner, arguments, now);
    declaredSize(-1, arguments);
    checksum(arguments);
    durability(arguments);
  }

  /**
   * Refuses a reserved id. Two stitches could store different bytes under it on different replicas.
   *
   * @throws Refusal 400
   */
  private static void requireNoReservedId(Arguments arguments) {
    if (arguments.text(Names.METADATA_ID).isPresent()) {
      throw new Refusal(
          RestError.INVALID_ARGS,
          Names.METADATA_ID + " is not served: a stitched blob gets its id when it is stored");
    }
  }

  static long ttlSeconds(Arguments arguments) {
    return arguments.number(Names.TTL, Expiry.INFINITE_TTL).orElse(Expiry.INFINITE_TTL);
  }

  private static BlobProperties.Labels labels(Arguments arguments) {
    String contentType = arguments.label(Names.CONTENT_TYPE);
    if (contentType.isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Missing argument " + Names.CONTENT_TYPE);
    }
    return new BlobProperties.Labels(
        contentType,
        arguments.label(Names.SERVICE_ID),
        arguments.label(Names.OWNER_ID),
        arguments.label(Names.FILENAME),
        arguments.label(Names.EXTERNAL_ASSET_TAG),
        arguments.label(Names.CONTENT_ENCODING));
  }
}
