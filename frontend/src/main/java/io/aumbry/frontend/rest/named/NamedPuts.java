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
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** {@code PUT /named/account/container/name}. */
public final class NamedPuts {
  /** A name that may be a version of a dataset. */
  private static final Pattern LIKE_VERSION = Pattern.compile(DatasetRef.PATTERN + "/[0-9.]+");

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
   * dataset count, as a version may be stored during the upload.
   */
  private void requireNoVersion(NamedAddress name, Call call) {
    if (!LIKE_VERSION.matcher(name.text()).matches()) {
      return;
    }
    String dataset = name.text().substring(0, name.text().indexOf('/'));
    DatasetRef ref = new DatasetRef(NamedAddress.container(name.owner()), dataset);
    if (services.datasets().find(ref, call.context()) instanceof DatasetLookup.Found) {
      throw new Refusal(
          RestError.CONFLICT,
          "The name '"
              + name.text()
              + "' is one of the versions of dataset '"
              + dataset
              + "', which cannot be replaced");
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
    if (NamedUploads.isOnlyForNew(call.request().headers())) {
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
}
