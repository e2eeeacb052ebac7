package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.name.catalog.CatalogCommit;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.blob.Stitches;
import io.aumbry.frontend.rest.blob.Uploads;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.http.HttpHeaders;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** {@code PUT /named/account/container/name}. */
public final class NamedPuts {
  /** Whether the name exists is asked before a larger body is read, and not only at its end. */
  private static final int SMALL_BYTES = 64 << 10;

  private static final String STITCH = "STITCH";

  private final NameServices services;
  private final Uploads uploads;
  private final Optional<Stitches> stitches;
  private final RandomGenerator random;

  /**
   * Serves uploads.
   *
   * @param stitches absent without keys
   * @param random makes the ids of versions unique
   */
  public NamedPuts(
      NameServices services, Uploads uploads, Optional<Stitches> stitches, RandomGenerator random) {
    this.stitches = stitches;
    this.services = services;
    this.uploads = uploads;
    this.random = random;
  }

  /** The treatment of a name that exists, and the error if it is not replaced. */
  private record Plan(Put.Mode mode, Refusal exists) {}

  public Answer put(NamedAddress name, Call call) {
    NameRules.check(name.owner(), call.arguments());
    Plan plan = plan(name, call);
    long length = call.request().contentLength();
    if (plan.mode() == Put.Mode.CREATE && (length < 0 || length > SMALL_BYTES)) {
      requireFree(name, plan, call);
    }
    return stitch(call.arguments())
        ? uploads.stitch(name.owner(), stitches(), storage(name, plan), call)
        : uploads.answer(name.owner(), storage(name, plan), call);
  }

  private static boolean stitch(Arguments arguments) {
    String mode = arguments.text(Names.NAMED_MODE).orElse("");
    if (!mode.isEmpty() && !mode.equals(STITCH)) {
      throw Arguments.invalid(Names.NAMED_MODE, mode, "must be " + STITCH);
    }
    return !mode.isEmpty();
  }

  private Stitches stitches() {
    return stitches.orElseThrow(() ->
        new Refusal(
            RestError.INVALID_ARGS,
            "Stitches are not served: this frontend has no keys for ids of chunks"));
  }

  private Uploads.Storage storage(NamedAddress name, Plan plan) {
    CatalogCommit commit = new CatalogCommit(name.name(), plan.mode(), services.names(), random);
    return (upload, content, call) -> {
      try {
        return services.uploads().store(upload, content, commit, call.forTransfer()).blob();
      } catch (AumbryException e) {
        throw e.code() == ErrorCode.CONFLICT ? plan.exists() : e;
      }
    };
  }

  private void requireFree(NamedAddress name, Plan plan, Call call) {
    if (services.names().find(name.name(), call.context()) instanceof NameLookup.Live) {
      throw plan.exists();
    }
  }

  private static Plan plan(NamedAddress name, Call call) {
    boolean isReplaced = call.arguments().flag(Names.NAMED_UPSERT);
    NameMode mode = name.owner().container().rules().nameMode();
    if (isReplaced && mode == NameMode.NO_UPDATE) {
      throw Arguments.invalid(
          Names.NAMED_UPSERT,
          "true",
          "but the names of container '" + name.owner() + "' cannot be replaced");
    }
    if (isOnlyForNew(call.request().headers())) {
      return new Plan(
          Put.Mode.CREATE,
          new Refusal(
              RestError.PRECONDITION_FAILED,
              "If-None-Match is *, but the name '" + name.text() + "' exists"));
    }
    Refusal exists =
        new Refusal(
            RestError.CONFLICT,
            "The name '" + name.text() + "' exists; " + Names.NAMED_UPSERT + ": true replaces it");
    return new Plan(isReplaced ? Put.Mode.UPSERT : Put.Mode.CREATE, exists);
  }

  /** Other preconditions are refused, because ignoring them could lose a version. */
  private static boolean isOnlyForNew(HttpHeaders headers) {
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
