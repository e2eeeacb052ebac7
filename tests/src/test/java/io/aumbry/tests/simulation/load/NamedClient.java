package io.aumbry.tests.simulation.load;

import io.aumbry.frontend.name.NameCommit;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.tests.simulation.catalog.CatalogConnection;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A client of one frontend that uses names. */
final class NamedClient {
  /** Errors after which a change may have been made, or may be made later. */
  private static final Set<ErrorCode> UNCLEAR =
      EnumSet.of(ErrorCode.CATALOG_UNAVAILABLE, ErrorCode.OUTCOME_UNKNOWN);

  private static final int SMALL = 2 << 10;

  private final SimulatedFrontend frontend;
  private final SimulatedFrontend.Names names;
  private final Subject subject;
  private final RandomGenerator random;
  private final Asker where;

  /**
   * The objects that all clients share.
   *
   * @param beforeCommit runs on the thread of an upload when its blob is stored
   */
  record Subject(
      NameLedger names,
      Ledger ledger,
      Tally tally,
      Media media,
      Consumer<SimulatedFrontend> beforeCommit) {}

  NamedClient(SimulatedFrontend frontend, Subject subject, RandomGenerator random) {
    this.frontend = frontend;
    this.names = frontend.names().orElseThrow();
    this.subject = subject;
    this.random = random;
    this.where = new Asker(frontend.identity(), frontend.dataCenter());
  }

  void act(String key) {
    int choice = random.nextInt(100);
    if (choice < 45) {
      put(key);
    } else if (choice < 75) {
      get(key);
    } else if (choice < 92) {
      delete(key);
    } else {
      list();
    }
  }

  private CatalogConnection catalog() {
    return names.catalog();
  }

  private RequestContext context() {
    return frontend.context(Client.PATIENCE);
  }

  private void put(String key) {
    int most = random.nextInt(8) == 0 ? subject.media().largestBlob() : SMALL;
    int size = random.nextInt(most);
    long seed = random.nextLong();
    boolean replaces = random.nextInt(4) > 0;
    NameLedger.Change change = subject.names().begin(key, true);
    NameCommit<BlobId> commit = observed(catalog().commit(key, replaces), change, seed, size);
    attempt(
        "named put",
        change,
        () -> {
          Router.Upload upload = Uploads.of(frontend, size);
          try (ByteSource body = Uploads.body(frontend, KeptBlob.content(seed, size))) {
            names.uploads().store(upload, body, commit, context());
          }
          subject.names().done(change);
          frontend.event("named put " + change + " to " + key);
        });
  }

  /** Tells the ledger of the blob before its name can be seen. */
  private NameCommit<BlobId> observed(
      NameCommit<BlobId> commit, NameLedger.Change change, long seed, int size) {
    return new NameCommit<>() {
      @Override
      public Verdict<BlobId> commit(StoredBlob blob, String writer, RequestContext context) {
        if (!blob.id().isNamed()) {
          throw new Finding(blob.id() + " is to get a name, but has no flag for it");
        }
        KeptBlob kept = new KeptBlob(blob.id(), seed, size, blob.properties().expiryMillis());
        subject.names().stored(change, kept);
        frontend.event("commits " + blob.id() + " as " + writer);
        subject.beforeCommit().accept(frontend);
        return commit.commit(blob, writer, context);
      }

      @Override
      public Verdict<BlobId> ask(StoredBlob blob, String writer, RequestContext context) {
        return commit.ask(blob, writer, context);
      }
    };
  }

  private void delete(String key) {
    NameLedger.Change change = subject.names().begin(key, false);
    attempt(
        "named delete",
        change,
        () -> {
          catalog().delete(key, context());
          subject.names().done(change);
        });
  }

  /** Runs a change, and tells the ledger if it failed for certain. */
  private void attempt(String name, NameLedger.Change change, Runnable operation) {
    try {
      operation.run();
      subject.tally().done(name);
    } catch (AumbryException e) {
      failed(name, e);
      if (!UNCLEAR.contains(e.code())) {
        subject.names().refused(change);
      }
    }
  }

  private void failed(String name, AumbryException e) {
    if (e.code().category() == ErrorCategory.BUG) {
      throw new Finding(where + ": " + name + " failed with " + e, e);
    }
    frontend.event(name + " failed: " + e.getMessage());
    subject.tally().failed(name, e);
  }

  private void list() {
    try {
      long began = frontend.now();
      subject.names().judgeList(catalog().list(context()), began, where);
      subject.tally().done("list of names");
    } catch (AumbryException e) {
      failed("list of names", e);
    }
  }

  /**
   * Reads a name.
   *
   * @return whether the name and its blob were read
   */
  boolean get(String key) {
    try {
      Optional<BlobId> found = find(key);
      if (found.isPresent() && !read(found.get()) && find(key).equals(found)) {
        throw new Finding(where + " has the name " + key + " of " + found + ", which is missing");
      }
      subject.tally().done("named get");
      return true;
    } catch (AumbryException e) {
      failed("named get", e);
      return false;
    }
  }

  private Optional<BlobId> find(String key) {
    long began = frontend.now();
    Optional<BlobId> found = catalog().find(key, context());
    subject.names().judge(key, found, began, where);
    return found;
  }

  /** Returns false if the blob is missing. */
  private boolean read(BlobId id) {
    KeptBlob blob =
        subject
            .names()
            .blob(id)
            .orElseThrow(() -> new Finding(where + " found a name of " + id + ", never stored"));
    Ledger.Before before = subject.ledger().before(blob, where);
    Router.GetOptions all = new Router.GetOptions(new ByteRange.All(), false, false);
    return switch (frontend.router().get(id, all, context())) {
      case GetResult.Found found -> {
        byte[] bytes;
        try (ByteSource content = found.content();
            Body body = Body.readFully(content)) {
          bytes = body.toByteArray();
        }
        subject.ledger().found(blob, before, found.range(), bytes, where);
        yield true;
      }
      case NodeResponse.Missing(var absence, _) -> {
        subject.ledger().missing(blob, before, absence, where);
        yield false;
      }
      case NodeResponse.Unsatisfiable _ ->
          throw new Finding("all of " + blob + " was refused as unsatisfiable");
    };
  }
}
