package io.aumbry.frontend.access.signed;

import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonReader;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.frontend.access.key.KeyPurpose;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.SignedText;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Signs the ids of chunks. Clients return a signed id unchanged, as one path segment after {@code
 * signedId/}.
 */
public final class IdSigner {
  private static final DataSize LIMIT = DataSize.parse("8 KiB");
  private static final JsonReader<SignedId> READER = new JsonReader<>(SignedId.class, LIMIT);

  private final Supplier<KeyRing> ring;

  public IdSigner(Supplier<KeyRing> ring) {
    this.ring = ring;
  }

  /** The text after {@code signedId/}. */
  public String sign(SignedId id) {
    byte[] json = JsonWriter.CAMEL_CASE.bytes(id);
    return SignedText.sign(ring.get(), KeyPurpose.SIGNED_ID, json);
  }

  /** The id, if a frontend of this cluster signed it. */
  public Optional<SignedId> verify(String text) {
    if (text.length() > LIMIT.bytes() * 2) {
      return Optional.empty();
    }
    return SignedText.verify(ring.get(), KeyPurpose.SIGNED_ID, text).flatMap(IdSigner::read);
  }

  private static Optional<SignedId> read(byte[] json) {
    try {
      return Optional.of(READER.read(json));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }
}
