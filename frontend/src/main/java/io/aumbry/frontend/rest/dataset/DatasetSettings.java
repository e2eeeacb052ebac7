package io.aumbry.frontend.rest.dataset;

import io.aumbry.catalog.command.DatasetCommand;
import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.command.DatasetStore;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.frontend.rest.named.NameRules;
import io.aumbry.protocol.runtime.Time;
import java.util.Optional;

/** {@code /accounts/containers/datasets}: datasets without their versions. */
public final class DatasetSettings {
  private final DatasetStore datasets;
  private final DatasetLookups lookups;
  private final Owners owners;
  private final JsonBody body;
  private final Time time;

  public DatasetSettings(DatasetStore datasets, Owners owners, JsonBody body, Time time) {
    this.datasets = datasets;
    this.lookups = new DatasetLookups(datasets);
    this.owners = owners;
    this.body = body;
    this.time = time;
  }

  /** Creates or updates the dataset in the body. */
  public Answer change(Call call) {
    DatasetBody document = body.read(DatasetBody.READER, DatasetBody::of, call);
    String name = document.datasetName();
    Resource assumed = new Resource.OfDataset(owner(document, owners.assuming()), name);
    call.trail().concerns(assumed);
    call.trail().admission().authorise(Action.PUT_DATASET, assumed);
    Owner owner = owner(document, owners);
    Owners.requireActive(owner);
    NameRules.check(owner, call.arguments());
    DatasetRef ref = new DatasetRef(NamedAddress.container(owner), name);
    if (call.arguments().flag(Names.DATASET_UPDATE)) {
      update(document, ref, call);
    } else {
      create(document, ref, call);
    }
    call.headers()
        .add(Names.TARGET_ACCOUNT, owner.account().name())
        .add(Names.TARGET_CONTAINER, owner.container().name())
        .add(Names.TARGET_DATASET, name);
    return Answer.empty(200, call.headers());
  }

  private static Owner owner(DatasetBody document, Owners owners) {
    return owners.owner(
        document.accountName(), document.containerName(), Owners.Unknown.OF_SETTINGS);
  }

  private void create(DatasetBody document, DatasetRef ref, Call call) {
    VersionSchema schema =
        document
            .schema()
            .orElseThrow(
                () -> new Refusal(RestError.BAD_REQUEST, "Key 'versionSchema' is missing"));
    Dataset dataset = new Dataset(ref, schema, document.settings());
    requireDone(new DatasetCommand.Create(dataset, time.wallMillis()), ref, call);
  }

  private void update(DatasetBody document, DatasetRef ref, Call call) {
    VersionSchema schema = document.schema().orElseGet(() -> lookups.find(ref, call).schema());
    Dataset dataset = new Dataset(ref, schema, document.settings());
    if (keepsFewer(dataset, call)) {
      call.trail().admission().authorise(Action.DELETE_DATASET, call.trail().resource());
    }
    requireDone(new DatasetCommand.Update(dataset, time.wallMillis()), ref, call);
  }

  /** Whether the next upload deletes versions that would stay with the present settings. */
  private boolean keepsFewer(Dataset changed, Call call) {
    Optional<Integer> count = changed.settings().retentionCount();
    return count.isPresent()
        && datasets.find(changed.ref(), call.context()) instanceof DatasetLookup.Found(Dataset now)
        && count.get() < now.settings().retentionCount().orElse(Integer.MAX_VALUE);
  }

  private void requireDone(DatasetCommand<Outcome> command, DatasetRef ref, Call call) {
    switch (datasets.apply(command, call.context())) {
      case DONE -> {}
      case EXISTS ->
          throw new Refusal(RestError.CONFLICT, "The dataset '" + ref.name() + "' exists");
      case WRONG_SCHEMA ->
          throw new Refusal(
              RestError.BAD_REQUEST, "The versionSchema of a dataset cannot be changed");
      case NO_DATASET, NO_VERSION -> throw DatasetLookups.missing(ref);
      case UNFINISHED -> throw new IllegalStateException(command + " is unfinished");
    }
  }

  public Answer read(Owner owner, DatasetRef dataset, Call call) {
    return Answer.json(DatasetDocument.of(lookups.find(dataset, call), owner), call.headers());
  }

  public Answer list(Owner owner, Call call) {
    String page = call.arguments().text(Names.TARGET_PAGE).orElse("");
    return Answer.json(
        DatasetPage.of(
            datasets.list(
                NamedAddress.container(owner), page, DatasetPage.MAX_ENTRIES, call.context())),
        call.headers());
  }

  /** Deletes a dataset and its versions, a part of them in each transaction. */
  public Answer delete(DatasetRef dataset, Call call) {
    DatasetCommand.Delete delete = new DatasetCommand.Delete(dataset, time.wallMillis());
    Outcome outcome = datasets.apply(delete, call.forTransfer());
    while (outcome == Outcome.UNFINISHED) {
      outcome = datasets.apply(delete, call.forTransfer());
    }
    if (outcome != Outcome.DONE) {
      throw DatasetLookups.missing(dataset);
    }
    return Answer.empty(202, call.headers());
  }
}
