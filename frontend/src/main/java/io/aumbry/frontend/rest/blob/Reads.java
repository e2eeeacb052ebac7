package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.CacheScope;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.http.Preconditions;
import io.aumbry.frontend.http.RangeField;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.BlobAddress;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import io.aumbry.router.Router.GetOptions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** {@code GET} and {@code HEAD} of a blob, its properties and its user metadata. */
public final class Reads {
  private static final ByteRange ALL = new ByteRange.All();
  private static final ByteRange NOTHING = new ByteRange.None();

  private final Router router;
  private final Time time;
  private final CacheFields cache;

  public Reads(Router router, Time time, CacheFields cache) {
    this.router = router;
    this.time = time;
    this.cache = cache;
  }

  /** The blobs that a read includes besides those that are alive. */
  public record Scope(boolean deleted, boolean expired) {
    public static final Scope LIVE = new Scope(false, false);

    GetOptions options(ByteRange range) {
      return new GetOptions(range, deleted, expired);
    }

    /** Reading a deleted or expired blob needs the permission to bring it back. */
    private Action action() {
      return deleted || expired ? Action.UNDELETE_BLOB : Action.READ_BLOB;
    }
  }

  public Answer get(BlobAddress blob, Call call) {
    Scope scope = scope(call);
    ByteRange range = range(call);
    Preconditions conditions = conditions(call);
    boolean ranged = !(range instanceof ByteRange.All);
    if (conditions.mayStop(blob.entityTag()) || (ranged && conditions.rangeNeedsDate())) {
      BlobView view = look(blob, scope, call);
      Optional<Answer> stopped = stop(view, conditions, Lifetime.OF_BLOB, call);
      if (stopped.isPresent()) {
        return stopped.get();
      }
      ranged = ranged && conditions.allowsRange(view.validators());
    } else {
      ranged = ranged && conditions.allowsTaggedRange(blob.entityTag());
    }
    return fetch(blob, scope, ranged ? range : ALL, call);
  }

  private Answer fetch(BlobAddress blob, Scope scope, ByteRange range, Call call) {
    GetResult result = router.get(blob.id(), scope.options(range), call.forTransfer());
    return switch (result) {
      case GetResult.Found found -> content(blob, found, range, call);
      case NodeResponse.Missing(Absence absence, _) -> throw Refusal.absent(absence);
      case NodeResponse.Unsatisfiable(long size) -> {
        requireEmptyWanted(size, call);
        BlobView view = look(blob, scope, call);
        writeGet(view, call);
        yield emptyPart(call);
      }
    };
  }

  private Answer content(BlobAddress blob, GetResult.Found found, ByteRange range, Call call) {
    ByteSource content = found.content();
    try {
      BlobView view = new BlobView(blob, found.properties(), found.state());
      writeGet(view, call);
      ByteRange.Resolved part = found.range();
      int status = status(view, range, part, call);
      return new Answer.Streamed(status, call.headers(), part.length(), content);
    } catch (RuntimeException | Error failure) {
      content.close();
      throw failure;
    }
  }

  public Answer head(BlobAddress blob, Call call) {
    ByteRange range = range(call);
    Preconditions conditions = conditions(call);
    BlobView view = look(blob, scope(call), call);
    Optional<Answer> stopped = stop(view, conditions, Lifetime.NONE, call);
    if (stopped.isPresent()) {
      return stopped.get();
    }
    ByteRange honoured = conditions.allowsRange(view.validators()) ? range : ALL;
    long size = view.properties().size();
    Optional<ByteRange.Resolved> part = honoured.resolve(size);
    if (part.isEmpty()) {
      requireEmptyWanted(size, call);
    }
    writeHead(view, call);
    if (part.isEmpty()) {
      return emptyPart(call);
    }
    int status = status(view, honoured, part.get(), call);
    return new Answer.HeadOnly(status, call.headers(), part.get().length());
  }

  /**
   * GET or HEAD of one chunk, as if it were a blob. A blob without chunks is its only segment,
   * whatever the number.
   */
  public Answer segment(BlobAddress blob, int number, boolean headOnly, Call call) {
    Scope scope = scope(call);
    ChunksResult.Found found =
        switch (router.chunks(blob.id(), number, scope.options(NOTHING), call.context())) {
          case ChunksResult.Found chunks -> chunks;
          case NodeResponse.Missing(Absence absence, _) -> throw Refusal.absent(absence);
        };
    if (found.total() == 0) {
      return headOnly ? head(blob, call) : get(blob, call);
    }
    if (found.chunks().isEmpty()) {
      throw Refusal.noSegment(number, found.size());
    }
    long from = found.from();
    Segment segment = new Segment(number, from, found.chunks().getFirst().length());
    BlobView view = segment.of(look(blob, scope, call));
    Lifetime lifetime = headOnly ? Lifetime.NONE : Lifetime.OF_BLOB;
    return stop(view, conditions(call), lifetime, call)
        .orElseGet(() -> segment(view, from, scope, headOnly, call));
  }

  private record Segment(int number, long from, long size) {
    /** The blob reduced to this part, with its own tag and without a checksum. */
    BlobView of(BlobView blob) {
      String whole = blob.address().entityTag();
      BlobAddress address =
          blob.address().withTag(whole.substring(0, whole.length() - 1) + '.' + number + '"');
      return new BlobView(
          address, blob.properties().withContent(size, OptionalInt.empty()), blob.state());
    }
  }

  private Answer segment(BlobView view, long start, Scope scope, boolean headOnly, Call call) {
    ByteRange asked = conditions(call).allowsRange(view.validators()) ? range(call) : ALL;
    long size = view.properties().size();
    ByteRange.Resolved part = asked.resolve(size).orElseThrow(() -> Refusal.unsatisfiable(size));
    if (headOnly) {
      writeHead(view, call);
      return new Answer.HeadOnly(status(view, asked, part, call), call.headers(), part.length());
    }
    ByteRange bytes = new ByteRange.FromTo(start + part.from(), start + part.to() - 1);
    writeGet(view, call);
    int status = status(view, asked, part, call);
    return switch (router.get(view.address().id(), scope.options(bytes), call.forTransfer())) {
      case GetResult.Found found ->
          new Answer.Streamed(status, call.headers(), part.length(), found.content());
      case NodeResponse.Missing(Absence absence, _) -> throw Refusal.absent(absence);
      case NodeResponse.Unsatisfiable(long blobSize) -> throw Refusal.unsatisfiable(blobSize);
    };
  }

  public Answer info(BlobAddress blob, Call call) {
    requireNoRange(call);
    BlobView view = look(blob, scope(call), call);
    Optional<Answer> stopped = stop(view, conditions(call), Lifetime.NONE, call);
    if (stopped.isPresent()) {
      return stopped.get();
    }
    BlobFields.writeInfo(view, call.headers());
    writeMetadata(view, call);
    writeCache(view, Lifetime.NONE, call);
    return Answer.empty(200, call.headers());
  }

  public Answer userMetadata(BlobAddress blob, Call call) {
    requireNoRange(call);
    BlobView view = look(blob, scope(call), call);
    writeMetadata(view, call);
    writeCache(view, Lifetime.NONE, call);
    return Answer.empty(200, call.headers());
  }

  private BlobView look(BlobAddress blob, Scope scope, Call call) {
    GetResult result = router.get(blob.id(), scope.options(NOTHING), call.context());
    return switch (result) {
      case GetResult.Found found -> {
        found.content().close();
        yield new BlobView(blob, found.properties(), found.state());
      }
      case NodeResponse.Missing(Absence absence, _) -> throw Refusal.absent(absence);
      case NodeResponse.Unsatisfiable(long size) -> throw Refusal.unsatisfiable(size);
    };
  }

  /** The time for which caches may store an answer. */
  private enum Lifetime {
    OF_BLOB,
    NONE
  }

  private void writeCache(BlobView view, Lifetime lifetime, Call call) {
    switch (lifetime) {
      case OF_BLOB -> cache.write(view, cacheScope(call), call.headers());
      case NONE -> CacheFields.writeUnlessShared(cacheScope(call), call.headers());
    }
  }

  /**
   * Checks the preconditions.
   *
   * @param lifetime of the answer without them; that of a 304 is the same (RFC 9110, 15.4.5)
   */
  private Optional<Answer> stop(
      BlobView view, Preconditions conditions, Lifetime lifetime, Call call) {
    return switch (conditions.verdict(view.validators())) {
      case PROCEED -> Optional.empty();
      case FAILED ->
          throw new Refusal(RestError.PRECONDITION_FAILED, "A precondition of the request fails");
      case NOT_MODIFIED -> {
        BlobFields.writeValidators(view, call.headers());
        writeCache(view, lifetime, call);
        yield Optional.of(Answer.empty(304, call.headers()));
      }
    };
  }

  private void writeGet(BlobView view, Call call) {
    BlobFields.writeContent(view, call.headers());
    writeMetadata(view, call);
    writeCache(view, Lifetime.OF_BLOB, call);
  }

  private void writeHead(BlobView view, Call call) {
    BlobFields.writeContent(view, call.headers());
    writeCache(view, Lifetime.NONE, call);
  }

  /** Of the blob as the request named it, by id or by name. */
  private static CacheScope cacheScope(Call call) {
    Action action = asked(call.arguments()).action();
    return call.trail().admission().cacheScope(action, call.trail().resource());
  }

  private static void writeMetadata(BlobView view, Call call) {
    Set<String> unprefixed =
        view.address().owner().container().rules().delivery().unprefixedMetadata();
    UserMetadata.write(view.properties().userMetadata(), unprefixed, call.headers());
  }

  private static int status(BlobView view, ByteRange asked, ByteRange.Resolved part, Call call) {
    if (asked instanceof ByteRange.All) {
      return 200;
    }
    long size = view.properties().size();
    call.headers()
        .add("Content-Range", "bytes " + part.from() + "-" + (part.to() - 1) + "/" + size);
    return 206;
  }

  private static void requireEmptyWanted(long size, Call call) {
    if (size > 0 || !call.arguments().flag(Names.RESOLVE_EMPTY_RANGE)) {
      throw Refusal.unsatisfiable(size);
    }
  }

  /** A range of an empty blob, for clients that ask for it. */
  private static Answer emptyPart(Call call) {
    call.headers().add("Content-Range", "bytes */0");
    return Answer.empty(206, call.headers());
  }

  private Preconditions conditions(Call call) {
    return new Preconditions(call.request().headers(), true, time.wallMillis());
  }

  private static ByteRange range(Call call) {
    var _ = call.arguments().flag(Names.RESOLVE_EMPTY_RANGE);
    List<String> fields = ranges(call);
    if (fields.isEmpty()) {
      return ALL;
    }
    if (fields.size() > 1) {
      throw new Refusal(RestError.BAD_REQUEST, "Range is given " + fields.size() + " times");
    }
    return RangeField.parse(fields.getFirst())
        .orElseThrow(() ->
            Arguments.invalid(
                "Range", fields.getFirst(), "must be one range of bytes, such as bytes=0-99"));
  }

  static void requireNoRange(Call call) {
    if (!ranges(call).isEmpty()) {
      throw new Refusal(RestError.INVALID_ARGS, "A range is only for the content of a blob");
    }
  }

  private static List<String> ranges(Call call) {
    boolean given = call.request().headers().first("range").isPresent();
    return given ? call.request().headers().all("range") : List.of();
  }

  /**
   * The scope that a request asks for.
   *
   * @throws Refusal 400, 401 or 403
   */
  public static Scope scope(Call call) {
    Scope scope = asked(call.arguments());
    if (scope.action() != Action.READ_BLOB) {
      call.trail().admission().authorise(scope.action(), call.trail().resource());
    }
    return scope;
  }

  /**
   * Requires that the request has no wrong {@code x-ambry-get-option}, which has no effect here.
   */
  static void requireKnownOption(Call call) {
    var _ = asked(call.arguments());
  }

  private static Scope asked(Arguments arguments) {
    String option = arguments.text(Names.GET_OPTION).orElse("None");
    return switch (option.toLowerCase(Locale.ROOT)) {
      case "none" -> Scope.LIVE;
      case "include_expired_blobs" -> new Scope(false, true);
      case "include_deleted_blobs" -> new Scope(true, false);
      case "include_all" -> new Scope(true, true);
      default ->
          throw Arguments.invalid(
              Names.GET_OPTION,
              option,
              "must be None, Include_Expired_Blobs, Include_Deleted_Blobs or Include_All");
    };
  }
}
