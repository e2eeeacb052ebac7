package io.aumbry.frontend.rest.named;

import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.blob.Stitches;
import io.aumbry.frontend.rest.blob.Uploads;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import java.util.Optional;

/**
 * Uploads of blobs that get a name, or a version of a dataset. The body is the content, or a list
 * of chunks to stitch.
 *
 * @param stitches absent without keys
 */
public record NamedUploads(Uploads uploads, Optional<Stitches> stitches) {
  /** Whether the name exists is asked before a larger body is read, and not only at its end. */
  private static final int SMALL_BYTES = 64 << 10;

  private static final String STITCH = "STITCH";

  /** Stores a blob, which {@code storage} commits. */
  public Answer answer(Owner owner, Uploads.Storage storage, Call call) {
    return isStitch(call.arguments())
        ? uploads.stitch(owner, servedStitches(), storage, call)
        : uploads.answer(owner, storage, call);
  }

  private static boolean isStitch(Arguments arguments) {
    Optional<String> mode = arguments.text(Names.NAMED_MODE);
    if (mode.isPresent() && !mode.get().equals(STITCH)) {
      throw Arguments.invalid(Names.NAMED_MODE, mode.get(), "must be " + STITCH);
    }
    return mode.isPresent();
  }

  private Stitches servedStitches() {
    return stitches.orElseThrow(() ->
        new Refusal(
            RestError.INVALID_ARGS,
            "Stitches are not served: this frontend has no keys for ids of chunks"));
  }

  /** Whether to ask first if the name exists: for a large body, or a client that waits for it. */
  public static boolean asksFirst(HttpRequest request) {
    long length = request.contentLength();
    return length < 0 || length > SMALL_BYTES || request.headers().first("expect").isPresent();
  }

  /**
   * Whether the upload is only for a name that does not exist. Other preconditions are refused,
   * because ignoring them could lose a version.
   *
   * @throws Refusal 400
   */
  public static boolean isOnlyForNew(HttpHeaders headers) {
    Optional<String> noneMatch = headers.first("if-none-match");
    boolean isOnlyForNew = noneMatch.filter(tag -> tag.strip().equals("*")).isPresent();
    boolean hasOther =
        (noneMatch.isPresent() && !isOnlyForNew)
            || headers.first("if-match").isPresent()
            || headers.first("if-unmodified-since").isPresent();
    if (hasOther) {
      throw new Refusal(
          RestError.BAD_REQUEST, "An upload to a name has no precondition except If-None-Match: *");
    }
    return isOnlyForNew;
  }
}
