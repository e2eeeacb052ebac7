package io.aumbry.frontend.rest.dataset;

import io.aumbry.catalog.command.DatasetCommand;
import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionLookup;
import io.aumbry.catalog.dataset.VersionRequest;
import io.aumbry.catalog.dataset.VersionStep;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.name.catalog.CatalogVersionCommit;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.BlobReading;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.VersionAddress;
import io.aumbry.frontend.rest.blob.Changes;
import io.aumbry.frontend.rest.blob.Reads;
import io.aumbry.frontend.rest.named.NameRules;
import io.aumbry.frontend.rest.named.NameServices;
import io.aumbry.frontend.rest.named.NamedReads;
import io.aumbry.frontend.rest.named.NamedUploads;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router.Upload;
import io.aumbry.transport.http.HttpDate;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Versions of datasets: {@code /named/account/container/dataset/version}. */
public final class DatasetVersions {
  private final NameServices services;
  private final DatasetLookups lookups;
  private final NamedUploads uploads;
  private final Changes blobs;
  private final Time time;
  private final RandomGenerator random;

  /**
   * Serves versions.
   *
   * @param blobs checks deletes of blobs
   * @param random makes the ids of names' versions unique
   */
  public DatasetVersions(
      NameServices services,
      NamedUploads uploads,
      Changes blobs,
      Time time,
      RandomGenerator random) {
    this.services = services;
    this.lookups = new DatasetLookups(services.datasets());
    this.uploads = uploads;
    this.blobs = blobs;
    this.time = time;
    this.random = random;
  }

  public Answer put(VersionAddress address, Call call) {
    NameRules.check(address.owner(), call.arguments());
    Dataset dataset = lookups.find(address.dataset(), call);
    boolean isOnlyForNew = NamedUploads.isOnlyForNew(call.request().headers());
    CatalogVersionCommit.Target target = target(address, dataset, call);
    if (target.step().isEmpty() && NamedUploads.asksFirst(call.request())) {
      requireFree(dataset.ref(), target.version(), isOnlyForNew, call);
    }
    setTtl(dataset, call.arguments());
    var stores = new CatalogVersionCommit.Stores(services.datasets(), services.names());
    CatalogVersionCommit commit = new CatalogVersionCommit(dataset, target, stores, random);
    return uploads.answer(
        address.owner(),
        (upload, content, put) -> {
          CatalogVersionCommit.Stored stored = store(upload, content, commit, isOnlyForNew, put);
          describe(dataset.ref(), stored.version(), put);
          describeExpiry(stored.blob().properties().expiryMillis(), put);
          return stored.blob();
        },
        call);
  }

  private CatalogVersionCommit.Stored store(
      Upload upload,
      ByteSource content,
      CatalogVersionCommit commit,
      boolean isOnlyForNew,
      Call call) {
    try {
      return services.uploads().store(upload, content, commit, call.forTransfer());
    } catch (AumbryException e) {
      throw e.code() == ErrorCode.CONFLICT ? existing(e, isOnlyForNew) : e;
    }
  }

  private void requireFree(
      DatasetRef dataset, DatasetVersion version, boolean isOnlyForNew, Call call) {
    if (services.names().find(dataset.blobName(version), call.context())
        instanceof NameLookup.Live) {
      throw existing(CatalogVersionCommit.exists(dataset, version), isOnlyForNew);
    }
  }

  private static RuntimeException existing(AumbryException conflict, boolean isOnlyForNew) {
    return isOnlyForNew
        ? new Refusal(RestError.PRECONDITION_FAILED, String.valueOf(conflict.getMessage()))
        : conflict;
  }

  /**
   * The version of an upload. A relative version is predicted, so that the sender needs permission
   * for its number before the body is read.
   */
  private CatalogVersionCommit.Target target(VersionAddress address, Dataset dataset, Call call) {
    return switch (VersionRequest.parse(dataset.schema(), address.version())) {
      case VersionRequest.Exact(DatasetVersion exact) ->
          new CatalogVersionCommit.Target(exact, Optional.empty(), _ -> {});
      case VersionRequest.Relative(VersionStep step) -> {
        DatasetVersion next = services.datasets().next(dataset, step, call.context());
        authorise(Action.WRITE_BLOB, address, next, call);
        yield new CatalogVersionCommit.Target(
            next, Optional.of(step), other -> requirePermission(address, other, call));
      }
    };
  }

  /** A refusal after the body is an error of the commit, which deletes the blob. */
  private static void requirePermission(VersionAddress address, DatasetVersion version, Call call) {
    try {
      authorise(Action.WRITE_BLOB, address, version, call);
    } catch (Refusal refusal) {
      boolean isUnknown = refusal.error() == RestError.UNAUTHORIZED;
      throw new AumbryException(
          isUnknown ? ErrorCode.UNAUTHORIZED : ErrorCode.FORBIDDEN, refusal.reason(), refusal);
    }
  }

  /** The retention of the dataset decides, unless the request says otherwise. */
  private static void setTtl(Dataset dataset, Arguments arguments) {
    if (!arguments.flag(Names.DATASET_VERSION_TTL)) {
      long seconds =
          dataset
              .settings()
              .retentionTime()
              .map(time -> time.toSeconds())
              .orElse(Expiry.INFINITE_TTL);
      arguments.replace(Names.TTL, Long.toString(seconds));
    }
  }

  private static void describe(DatasetRef dataset, DatasetVersion version, Call call) {
    call.headers()
        .add(Names.TARGET_DATASET, dataset.name())
        .add(Names.TARGET_VERSION, version.toString());
  }

  /** Names the version that a renamed version was stored as. */
  private static void describeOriginal(DatasetVersion version, DatasetVersion original, Call call) {
    if (!original.equals(version)) {
      call.headers().add(Names.DATASET_ORIGINAL, original.toString());
    }
  }

  private static void describeExpiry(long expiresMillis, Call call) {
    if (expiresMillis != NameVersion.NEVER) {
      call.headers().add(Names.DATASET_EXPIRATION, HttpDate.format(expiresMillis));
    }
  }

  /**
   * Reads the blob of a version.
   *
   * @param operation serves the read of the blob
   */
  public Answer read(
      VersionAddress address, BlobReading reading, Call call, Function<Route, Answer> operation) {
    NameRules.check(address.owner(), call.arguments());
    Reads.Scope scope = Reads.scope(call);
    VersionLookup.Found found = find(address, call);
    authorise(reading.operation().action(), address, found.version(), call);
    String label = address.dataset().name() + "/" + found.version();
    NameVersion version = NamedReads.readable(found.name(), label, scope);
    describe(address.dataset(), found.version(), call);
    describeExpiry(version.content().expiresMillis(), call);
    describeOriginal(found.version(), found.original(), call);
    return NamedReads.read(
        version,
        label,
        () -> operation.apply(reading.route().apply(address.blob(version.content().blob()))));
  }

  private VersionLookup.Found find(VersionAddress address, Call call) {
    Dataset dataset = lookups.find(address.dataset(), call);
    VersionRequest version = VersionRequest.parse(dataset.schema(), address.version());
    return switch (services.datasets().find(dataset.ref(), version, call.context())) {
      case VersionLookup.Found found -> found;
      case VersionLookup.NoDataset _ -> throw DatasetLookups.missing(dataset.ref());
      case VersionLookup.NoVersion _ ->
          throw DatasetLookups.noVersion(dataset.ref(), address.version());
    };
  }

  /** Policies name versions by their numbers, which the request may not have given. */
  private static void authorise(
      Action action, VersionAddress address, DatasetVersion version, Call call) {
    Resource resource = address.exactly(version).resource();
    call.trail().concerns(resource);
    call.trail().admission().authorise(action, resource);
  }

  public Answer delete(VersionAddress address, Call call) {
    NameRules.check(address.owner(), call.arguments());
    VersionLookup.Found found = find(address, call);
    authorise(Action.DELETE_BLOB, address, found.version(), call);
    if (Changes.isConditional(call)) {
      deleteChecked(address, found, call);
    } else {
      apply(
          new DatasetCommand.DeleteVersion(address.dataset(), found.version(), time.wallMillis()),
          address,
          call);
    }
    describe(address.dataset(), found.version(), call);
    return Answer.empty(202, call.headers());
  }

  /** Deletes only the blob that the preconditions were checked for. */
  private void deleteChecked(VersionAddress address, VersionLookup.Found found, Call call) {
    String label = address.dataset().name() + "/" + found.version();
    NameVersion live = NamedReads.readable(found.name(), label, Reads.Scope.LIVE);
    BlobId blob = live.content().blob();
    blobs.checkDelete(address.blob(blob), call);
    NameChange<Removal> delete = new NameChange.DeleteBlob(blob, time.wallMillis());
    if (services.names().apply(delete, call.context()) instanceof Removal.NotFound) {
      throw new Refusal(RestError.PRECONDITION_FAILED, "The version was replaced meanwhile");
    }
  }

  /** Gives a version the number {@code target}. It can be read there, and is gone here. */
  public Answer rename(VersionAddress address, String target, Call call) {
    NameRules.check(address.owner(), call.arguments());
    Dataset dataset = lookups.find(address.dataset(), call);
    DatasetVersion from = DatasetVersion.parse(dataset.schema(), address.version());
    DatasetVersion to = DatasetVersion.parse(dataset.schema(), target);
    authorise(Action.READ_BLOB, address, from, call);
    authorise(Action.DELETE_BLOB, address, from, call);
    authorise(Action.WRITE_BLOB, address, to, call);
    DatasetVersion original = find(address, call).original();
    apply(
        new DatasetCommand.RenameVersion(dataset.ref(), from, to, time.wallMillis()),
        address,
        call);
    describe(dataset.ref(), to, call);
    describeOriginal(to, original, call);
    return Answer.empty(200, call.headers());
  }

  private void apply(DatasetCommand<Outcome> command, VersionAddress address, Call call) {
    switch (services.datasets().apply(command, call.context())) {
      case DONE -> {}
      case NO_DATASET -> throw DatasetLookups.missing(address.dataset());
      case NO_VERSION -> throw DatasetLookups.noVersion(address.dataset(), address.version());
      case EXISTS -> throw new Refusal(RestError.CONFLICT, "The target version exists");
      case WRONG_SCHEMA ->
          throw new Refusal(
              RestError.BAD_REQUEST, "Only versions of schema SEMANTIC_LONG can be renamed");
      case UNFINISHED -> throw new IllegalStateException(command + " is unfinished");
    }
  }

  public Answer list(Owner owner, DatasetRef ref, Call call) {
    NameRules.check(owner, call.arguments());
    Dataset dataset = lookups.find(ref, call);
    Optional<DatasetVersion> start =
        call.arguments()
            .text(Names.TARGET_PAGE)
            .filter(text -> !text.isEmpty())
            .map(text -> DatasetVersion.parse(dataset.schema(), text));
    return Answer.json(
        DatasetPage.of(
            services.datasets().versions(dataset, start, DatasetPage.MAX_ENTRIES, call.context())),
        call.headers());
  }
}
