package io.aumbry.frontend.rest.blob;

import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.access.signed.IdSigner;
import io.aumbry.frontend.access.signed.SignedId;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the chunks that a stitch names, in their order, as the content of a new blob. The new blob
 * has its own copy of the bytes. It depends neither on the chunks nor on their TTL, and the
 * protocol of uploads covers it unchanged.
 */
public final class Stitches {
  private final Router router;
  private final JsonBody body;
  private final IdSigner signer;
  private final Time time;
  private final JsonReader<Request> reader = new JsonReader<>(Request.class, JsonBody.LIMIT);

  private record Request(List<String> signedChunkIds) {}

  private record Chunk(BlobId id, long size, String session) {}

  public Stitches(Router router, JsonBody body, IdSigner signer, Time time) {
    this.router = router;
    this.body = body;
    this.signer = signer;
    this.time = time;
  }

  /**
   * The chunks in the body of a request.
   *
   * @throws Refusal 400 or 401 if they cannot be stitched
   */
  Uploads.Content open(Owner owner, Call call) {
    List<Chunk> chunks =
        body.read(reader, request -> chunks(request.signedChunkIds(), owner), call);
    long size = chunks.stream().mapToLong(Chunk::size).reduce(0, Math::addExact);
    List<BlobId> blobs = chunks.stream().map(Chunk::id).toList();
    return new Uploads.Content(size, () -> new StitchedSource(router, blobs, call.forTransfer()));
  }

  private List<Chunk> chunks(List<String> ids, Owner owner) {
    if (ids.isEmpty()) {
      throw new Refusal(RestError.BAD_REQUEST, "signedChunkIds is empty");
    }
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      Chunk chunk = chunk(i, ids.get(i), owner);
      chunks.add(chunk);
      if (!chunk.session().equals(chunks.getFirst().session())) {
        throw refusal(i, "is of another session than the first");
      }
    }
    return chunks;
  }

  private Chunk chunk(int index, String text, Owner owner) {
    SignedId signed =
        unprefixed(text)
            .flatMap(signer::verify)
            .orElseThrow(() ->
                new Refusal(
                    RestError.UNAUTHORIZED,
                    "Chunk " + index + " has no signed id of this cluster"));
    BlobId id = BlobId.parse(signed.blobId());
    if (id.account() != owner.account().id() || id.container() != owner.container().id()) {
      throw refusal(index, "belongs to another account or container than " + owner);
    }
    if (number(index, signed, ChunkUploads.EXPIRY) <= time.wallMillis()) {
      throw refusal(index, "has expired");
    }
    long size = number(index, signed, Names.BLOB_SIZE);
    if (size < 1) {
      throw refusal(index, "is empty");
    }
    return new Chunk(id, size, text(index, signed, Names.SESSION));
  }

  private static Optional<String> unprefixed(String text) {
    String relative = text.startsWith("/") ? text.substring(1) : text;
    return Arguments.hasPrefix(relative, ChunkUploads.SIGNED_ID)
        ? Optional.of(relative.substring(ChunkUploads.SIGNED_ID.length()))
        : Optional.empty();
  }

  private static String text(int index, SignedId signed, String key) {
    return Optional.ofNullable(signed.metadata().get(key))
        .orElseThrow(() -> refusal(index, "has no " + key));
  }

  private static long number(int index, SignedId signed, String key) {
    try {
      return Long.parseLong(text(index, signed, key));
    } catch (NumberFormatException e) {
      throw refusal(index, "has a " + key + " that is no number");
    }
  }

  private static Refusal refusal(int index, String reason) {
    return new Refusal(RestError.BAD_REQUEST, "Chunk " + index + " " + reason);
  }
}
