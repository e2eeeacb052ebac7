package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Accounts;
import io.aumbry.frontend.http.Preconditions;
import io.aumbry.frontend.http.Preconditions.Verdict;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.DeleteResult;
import io.aumbry.router.GetResult;
import io.aumbry.router.Router;

/** {@code DELETE /id}. */
public final class Deletes {
  private static final Router.GetOptions LOOK =
      new Router.GetOptions(new ByteRange.None(), false, false);

  private final Router router;
  private final Accounts accounts;
  private final Time time;

  public Deletes(Router router, Accounts accounts, Time time) {
    this.router = router;
    this.accounts = accounts;
    this.time = time;
  }

  public Answer delete(BlobAddress blob, Call call) {
    requireOwner(blob, call.arguments());
    requirePreconditions(blob, call);
    DeleteResult result = router.delete(blob.id(), call.context());
    return switch (result) {
      case DeleteResult.Deleted() -> Answer.empty(202, call.headers());
      case DeleteResult.Missing(Absence absence) -> missing(absence, call);
    };
  }

  /** Deleting what is deleted already succeeds, so that a client may ask again. */
  private static Answer missing(Absence absence, Call call) {
    return switch (absence) {
      case DELETED -> Answer.empty(202, call.headers());
      case NOT_FOUND, EXPIRED -> throw Refusal.absent(absence);
    };
  }

  private void requireOwner(BlobAddress blob, Arguments arguments) {
    if (arguments.has(Names.TARGET_CONTAINER)) {
      arguments.required(Names.TARGET_ACCOUNT);
    }
    if (!arguments.has(Names.TARGET_ACCOUNT)) {
      return;
    }
    Account account = Owners.account(accounts, arguments.required(Names.TARGET_ACCOUNT));
    boolean owns = account.id() == blob.account().id();
    if (arguments.has(Names.TARGET_CONTAINER)) {
      String container = arguments.required(Names.TARGET_CONTAINER);
      owns &= Owners.container(account, container).id() == blob.container().id();
    }
    if (!owns) {
      throw new Refusal(
          RestError.PRECONDITION_FAILED,
          "The blob belongs to another account or container than the request says");
    }
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
