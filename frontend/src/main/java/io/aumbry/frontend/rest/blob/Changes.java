package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.http.Preconditions;
import io.aumbry.frontend.http.Preconditions.Verdict;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.BlobAddress;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import java.time.Duration;
import java.util.List;

/** {@code DELETE /id}, {@code PUT /updateTtl} and {@code PUT /undelete}. */
public final class Changes {
  /**
   * Blobs that expire sooner cannot become permanent. A replica that learns of the update late
   * could have dropped the bytes.
   */
  private static final Duration LEAST_LEFT = Duration.ofDays(1);

  private static final List<String> PRECONDITIONS =
      List.of("if-match", "if-none-match", "if-unmodified-since");

  private static final Router.GetOptions LOOK =
      new Router.GetOptions(new ByteRange.None(), false, false);

  private final Router router;
  private final Time time;

  public Changes(Router router, Time time) {
    this.router = router;
    this.time = time;
  }

  public Answer delete(BlobAddress blob, Call call) {
    checkDelete(blob, call);
    return deleteChecked(blob, call);
  }

  /**
   * Checks a delete without carrying it out.
   *
   * @throws Refusal 412
   */
  public void checkDelete(BlobAddress blob, Call call) {
    checkOwner(blob, call.arguments());
    requirePreconditions(blob, call);
  }

  /** Deletes a blob after {@link #checkDelete}. */
  public Answer deleteChecked(BlobAddress blob, Call call) {
    WriteResult result = router.delete(blob.id(), call.context());
    return switch (result) {
      case NodeResponse.Done _ -> Answer.empty(202, call.headers());
      case NodeResponse.Missing(Absence absence, _) -> missing(absence, call);
      case WriteResult.Refused why -> throw refusal(why);
    };
  }

  public Answer updateTtl(BlobAddress blob, Call call) {
    checkOwner(blob, call.arguments());
    WriteResult result = router.updateTtl(blob.id(), LEAST_LEFT, call.context());
    return switch (result) {
      case NodeResponse.Done _ -> Answer.empty(200, call.headers());
      case WriteResult.Refused why -> throw refusal(why);
      case NodeResponse.Missing(Absence absence, _) -> throw Refusal.absent(absence);
    };
  }

  public Answer undelete(BlobAddress blob, Call call) {
    checkOwner(blob, call.arguments());
    WriteResult result = router.undelete(blob.id(), call.context());
    return switch (result) {
      case NodeResponse.Done _ -> Answer.empty(200, call.headers());
      case WriteResult.Refused why -> throw refusal(why);
      case NodeResponse.Missing(Absence absence, _) -> throw stillMissing(absence);
    };
  }

  private static Refusal refusal(WriteResult.Refused why) {
    return switch (why) {
      case OTHER_CONTENT -> new Refusal(RestError.CONFLICT, "The id is in use for other content");
      case ENDS_TOO_SOON -> Refusal.endsTooSoon(LEAST_LEFT);
      case NOT_DELETED -> new Refusal(RestError.CONFLICT, "The blob is not deleted");
    };
  }

  /** For an undelete, "deleted" means permanently. */
  private static Refusal stillMissing(Absence absence) {
    return absence == Absence.DELETED
        ? new Refusal(RestError.NOT_FOUND, "The blob has been deleted for good")
        : Refusal.absent(absence);
  }

  /** Deleting a deleted blob succeeds, so that clients may retry. */
  private static Answer missing(Absence absence, Call call) {
    return switch (absence) {
      case DELETED -> Answer.empty(202, call.headers());
      case NOT_FOUND, EXPIRED -> throw Refusal.absent(absence);
    };
  }

  /**
   * Checks that the blob belongs to the account and container that the arguments name, if any.
   *
   * @throws Refusal 412
   */
  public void checkOwner(BlobAddress blob, Arguments arguments) {
    if (arguments.has(Names.TARGET_CONTAINER)) {
      arguments.required(Names.TARGET_ACCOUNT);
    }
    if (!arguments.has(Names.TARGET_ACCOUNT)) {
      return;
    }
    // By name, so that the answer does not tell which other accounts and containers exist.
    boolean owns = arguments.required(Names.TARGET_ACCOUNT).equals(blob.owner().account().name());
    if (arguments.has(Names.TARGET_CONTAINER)) {
      owns &= arguments.required(Names.TARGET_CONTAINER).equals(blob.owner().container().name());
    }
    if (!owns) {
      throw new Refusal(
          RestError.PRECONDITION_FAILED,
          "The blob belongs to another account or container than the request names");
    }
  }

  /** Whether the blob can be read. */
  public boolean exists(BlobAddress blob, Call call) {
    if (router.get(blob.id(), LOOK, call.context()) instanceof GetResult.Found found) {
      found.content().close();
      return true;
    }
    return false;
  }

  /** Whether a delete depends on the state of its blob. */
  public static boolean isConditional(Call call) {
    return PRECONDITIONS.stream()
        .anyMatch(field -> call.request().headers().first(field).isPresent());
  }

  private void requirePreconditions(BlobAddress blob, Call call) {
    Preconditions conditions =
        new Preconditions(call.request().headers(), false, time.wallMillis());
    if (!conditions.mayStop(blob.entityTag())) {
      return;
    }
    if (router.get(blob.id(), LOOK, call.context()) instanceof GetResult.Found found) {
      found.content().close();
      BlobView view = new BlobView(blob, found.properties(), found.state());
      if (conditions.verdict(view.validators()) != Verdict.PROCEED) {
        throw new Refusal(RestError.PRECONDITION_FAILED, "A precondition of the request fails");
      }
    }
  }
}
