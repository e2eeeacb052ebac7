package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.name.catalog.CatalogCommit;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.blob.Uploads;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** {@code PUT /named/account/container/name}. */
public final class NamedPuts {
  private final NameServices services;
  private final NamedUploads uploads;
  private final RandomGenerator random;

  /**
   * Serves uploads.
   *
   * @param random makes the ids of versions unique
   */
  public NamedPuts(NameServices services, NamedUploads uploads, RandomGenerator random) {
    this.services = services;
    this.uploads = uploads;
    this.random = random;
  }

  /** The treatment of a name that exists, and the error if it is not replaced. */
  private record Plan(Put.Mode mode, Refusal exists) {}

  public Answer put(NamedAddress name, Call call) {
    NameRules.check(name.owner(), call.arguments());
    Plan plan = plan(name, call);
    if (plan.mode() == Put.Mode.UPSERT) {
      requireNoVersion(name, call);
    } else if (NamedUploads.asksFirst(call.request())) {
      requireFree(name, plan, call);
    }
    return uploads.answer(name.owner(), storage(name, plan), call);
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

  /**
   * Refuses to replace a version of a dataset, because a version never changes. All numbers of the
   * dataset count, as a version may be stored during the upload. The commit refuses versions of a
   * dataset that is created during the upload.
   */
  private void requireNoVersion(NamedAddress name, Call call) {
    Optional<DatasetRef> dataset = DatasetRef.ofVersion(name.name());
    if (dataset.isPresent()
        && services.datasets().find(dataset.get(), call.context()) instanceof DatasetLookup.Found) {
      throw isVersion(name);
    }
  }

  private static Refusal isVersion(NamedAddress name) {
    return new Refusal(
        RestError.CONFLICT,
        "The name '"
            + name.text()
            + "' is one of the versions of dataset '"
            + name.text().split("/", 2)[0]
            + "', which cannot be replaced");
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
    if (NamedUploads.isOnlyForNew(call.request().headers())) {
      return new Plan(
          Put.Mode.CREATE,
          new Refusal(
              RestError.PRECONDITION_FAILED,
              "If-None-Match is *, but the name '" + name.text() + "' exists"));
    }
    if (isReplaced) {
      return new Plan(Put.Mode.UPSERT, isVersion(name));
    }
    return new Plan(
        Put.Mode.CREATE,
        new Refusal(
            RestError.CONFLICT,
            "The name '" + name.text() + "' exists; " + Names.NAMED_UPSERT + ": true replaces it"));
  }
}
