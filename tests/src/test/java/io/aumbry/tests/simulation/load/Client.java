package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.Lives.Fate;
import io.aumbry.tests.simulation.load.UnsyncedWrites.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A client of one frontend. */
final class Client {
  static final Duration PATIENCE = Duration.ofSeconds(8);

  /** Clocks differ by less than this. */
  private static final Duration LEAST_LEFT = Duration.ofSeconds(2);

  private static final List<DurabilityLevel> FAR =
      List.of(DurabilityLevel.REMOTE, DurabilityLevel.MAJORITY);
  private static final int MAX_SMALL = 4 << 10;
  private static final long LONG = Duration.ofHours(1).toSeconds();

  private final SimulatedFrontend frontend;
  private final Ledger ledger;
  private final RandomGenerator random;
  private final Tally tally;
  private final Media media;
  private final Asker where;

  private boolean insists;

  /** Before the last piece of a body. */
  private Duration pause = Duration.ZERO;

  /** The requests that change a blob. */
  enum Change {
    DELETE,
    UNDELETE,
    KEEP
  }

  Client(
      SimulatedFrontend frontend, Ledger ledger, RandomGenerator random, Tally tally, Media media) {
    this.frontend = frontend;
    this.media = media;
    this.ledger = ledger;
    this.random = random;
    this.tally = tally;
    this.where = new Asker(frontend.identity(), frontend.dataCenter());
  }

  void act() {
    insists = random.nextInt(3) == 0;
    int choice = random.nextInt(100);
    if (choice < 30) {
      put();
    } else if (choice < 33) {
      askForUnknown();
    } else if (choice < 75) {
      Optional<KeptBlob> blob = random.nextBoolean() ? ledger.recent(random) : ledger.any(random);
      blob.ifPresent(this::get);
    } else {
      changeSomething();
    }
  }

  /** Requests a change of any blob, or repeats a change that was refused to some client. */
  private void changeSomething() {
    Optional<Ledger.Refused> refused =
        random.nextInt(3) == 0 ? ledger.refused(random) : Optional.empty();
    if (refused.isPresent()) {
      change(refused.get().blob(), refused.get().change());
    } else {
      Optional<KeptBlob> blob = random.nextBoolean() ? ledger.recent(random) : ledger.any(random);
      blob.ifPresent(chosen -> change(chosen, anyChange(chosen)));
    }
  }

  private Change anyChange(KeptBlob blob) {
    if (random.nextInt(5) == 0) {
      return Change.KEEP;
    }
    boolean comesBack = blob.lives().mayBe(Fate.DELETED) && random.nextInt(4) > 0;
    return comesBack ? Change.UNDELETE : Change.DELETE;
  }

  private void change(KeptBlob blob, Change change) {
    boolean isDone =
        switch (change) {
          case KEEP -> keep(blob);
          case UNDELETE -> undelete(blob);
          case DELETE -> delete(blob);
        };
    if (!isDone) {
      ledger.refused(new Ledger.Refused(blob, change));
    }
  }

  private void put() {
    int most = media.largestBlob();
    int size = random.nextInt(random.nextInt(10) == 0 ? most : Math.min(most, MAX_SMALL));
    long seed = random.nextLong();
    long ttl = random.nextInt(5) == 0 ? random.nextInt(5, 20) : Expiry.INFINITE_TTL;
    put(size, seed, ttl, level());
  }

  /** Chooses {@code LOCAL} most of the time, because it costs least. */
  private DurabilityLevel level() {
    return media.isFar() && random.nextInt(3) == 0
        ? FAR.get(random.nextInt(FAR.size()))
        : DurabilityLevel.LOCAL;
  }

  void put(int size, long seed, long ttl, DurabilityLevel level) {
    Router.Upload upload = Uploads.of(frontend, size, ttl, level);
    attempt(
        level == DurabilityLevel.LOCAL ? "put" : "put " + level,
        () -> {
          try (ByteSource body = Uploads.body(frontend, KeptBlob.content(seed, size), pause)) {
            int before = media.before();
            Router.StoredBlob stored = frontend.router().put(upload, body, context());
            KeptBlob blob =
                new KeptBlob(stored.id(), seed, size, stored.properties().expiryMillis());
            ledger.add(blob);
            media.follow(blob);
            if (!ledger.mayBeDropped(blob)) {
              media.requirePut(blob, before, level);
            }
            frontend.event("put " + stored.id() + " of " + size + " bytes");
          }
        });
  }

  void putSlowly(int size, long seed, Duration pause) {
    this.pause = pause;
    put(size, seed, Expiry.INFINITE_TTL, DurabilityLevel.LOCAL);
  }

  void doAllOperations() {
    put(Math.min(Uploads.PIECE, media.largestBlob()), random.nextLong(), LONG, level());
    KeptBlob blob = ledger.all().getLast();
    get(blob);
    delete(blob);
    undelete(blob);
    keep(blob);
    get(blob);
  }

  /** Reads and changes an id that was never put. No answer may invent a blob. */
  private void askForUnknown() {
    BlobId id =
        BlobId.create(
            new BlobId.Owner(media.dataCenter(random), 1, 1, false),
            BlobKind.SIMPLE,
            media.partition(random),
            frontend.process().time().wallMillis(),
            random);
    attempt("get of an unknown id", () -> requireUnknown(id, absence(id)));
    attempt("change of an unknown id", () -> requireUnknown(id, absenceByChange(id)));
  }

  private Optional<Absence> absence(BlobId id) {
    Router.GetOptions options = new Router.GetOptions(new ByteRange.All(), true, true);
    return switch (frontend.router().get(id, options, context())) {
      case NodeResponse.Missing(var absence, _) -> Optional.of(absence);
      case GetResult.Found found -> {
        found.content().close();
        yield Optional.empty();
      }
      case NodeResponse.Unsatisfiable _ -> Optional.empty();
    };
  }

  private Optional<Absence> absenceByChange(BlobId id) {
    return switch (random.nextInt(3)) {
      case 0 ->
          frontend.router().delete(id, context()) instanceof NodeResponse.Missing(var absence, _)
              ? Optional.of(absence)
              : Optional.empty();
      case 1 ->
          frontend.router().undelete(id, context()) instanceof NodeResponse.Missing(var absence, _)
              ? Optional.of(absence)
              : Optional.empty();
      default ->
          frontend.router().updateTtl(id, LEAST_LEFT, context())
                  instanceof NodeResponse.Missing(var absence, _)
              ? Optional.of(absence)
              : Optional.empty();
    };
  }

  private void requireUnknown(BlobId id, Optional<Absence> absence) {
    if (absence.filter(Absence.NOT_FOUND::equals).isEmpty()) {
      throw new Finding(where + " asked for " + id + ", which was never put, and got " + absence);
    }
  }

  /** Starts a put with a body that ends after {@code sent} bytes. */
  void abandon(int size, int sent) {
    attempt(
        "abandoned put",
        () -> {
          try (ByteSource body =
              Uploads.body(frontend, Arrays.copyOf(KeptBlob.content(0, size), sent), pause)) {
            frontend.router().put(Uploads.of(frontend, size), body, context());
          }
          throw new Finding(where + " has put " + sent + " bytes for " + size);
        });
  }

  /** Reads a blob or a range of it, and passes the answer to the ledger. */
  void get(KeptBlob blob) {
    attempt(
        "get",
        () -> {
          ByteRange range = range(blob);
          Ledger.Before before = ledger.before(blob, where);
          GetResult result =
              frontend
                  .router()
                  .get(blob.id(), new Router.GetOptions(range, false, false), context());
          switch (result) {
            case GetResult.Found found -> {
              byte[] bytes;
              try (ByteSource content = found.content();
                  Body body = Body.readFully(content)) {
                bytes = body.toByteArray();
              }
              requireAsked(range, found.range(), blob);
              if (found.properties().size() != blob.size()) {
                throw new Finding(where + " got a wrong size of " + blob);
              }
              ledger.found(blob, before, found.range(), bytes, where);
              frontend.event("got " + range + " of " + blob.id());
            }
            case NodeResponse.Missing(var absence, _) -> {
              ledger.missing(blob, before, absence, where);
              frontend.event("got " + absence + " for " + blob.id());
            }
            case NodeResponse.Unsatisfiable _ ->
                throw new Finding(range + " of " + blob + " was refused as unsatisfiable");
          }
        });
  }

  /** Computes the range independently, because the product's code may be wrong. */
  private void requireAsked(ByteRange asked, ByteRange.Resolved given, KeptBlob blob) {
    long size = blob.size();
    boolean right =
        switch (asked) {
          case ByteRange.None() -> given.length() == 0;
          case ByteRange.All() -> given.from() == 0 && given.to() == size;
          case ByteRange.FromTo(long first, long last) ->
              given.from() == first && given.to() == Math.min(last, size - 1) + 1;
          case ByteRange.From(long first) -> given.from() == first && given.to() == size;
          case ByteRange.Suffix(long length) ->
              given.from() == Math.max(0, size - length) && given.to() == size;
        };
    if (!right) {
      throw new Finding(where + " got " + given + " of " + blob + " for " + asked);
    }
  }

  private ByteRange range(KeptBlob blob) {
    if (random.nextInt(8) == 0) {
      return new ByteRange.None();
    }
    if (blob.size() == 0 || random.nextInt(4) > 0) {
      return new ByteRange.All();
    }
    int first = random.nextInt(blob.size());
    return switch (random.nextInt(4)) {
      case 0 -> new ByteRange.From(first);
      case 1 -> new ByteRange.Suffix(1 + random.nextInt(2 * blob.size()));
      default -> new ByteRange.FromTo(first, random.nextInt(first, blob.size() + 1));
    };
  }

  /**
   * Deletes a blob. One replica that knows an earlier delete is enough for the answer if the others
   * may have forgotten it (seed 536369).
   */
  boolean delete(KeptBlob blob) {
    return attempt(
        "delete",
        () -> {
          Ledger.Before before = ledger.before(blob, where);
          int media = this.media.before();
          boolean mayBeForgotten = ledger.mayBeForgotten(blob);
          Lives.Request request = blob.lives().begin(Fate.DELETED);
          ledger.deleteAsked(blob);
          frontend.event("deletes " + blob.id());
          switch (frontend.router().delete(blob.id(), context())) {
            case NodeResponse.Done _ -> {
              blob.lives().done(request, where);
              if (blob.lives().isFor(Fate.DELETED) && !mayBeForgotten) {
                requireFate(blob, media, true);
              }
              frontend.event("deleted " + blob.id());
            }
            case NodeResponse.Missing(var absence, _) ->
                ledger.missing(blob, before, absence, where);
            case WriteResult.Refused why ->
                throw new AssertionError("a delete was refused: " + why);
          }
        });
  }

  private void requireFate(KeptBlob blob, int before, boolean isDeleted) {
    int life = blob.lives().leastLife();
    media.require(
        blob, before, Kind.FATE, known -> known.life() >= life && known.deleted() == isDeleted);
  }

  boolean undelete(KeptBlob blob) {
    return attempt(
        "undelete",
        () -> {
          Ledger.Before before = ledger.before(blob, where);
          int media = this.media.before();
          Lives.Request request = blob.lives().begin(Fate.ALIVE);
          frontend.event("undeletes " + blob.id());
          switch (frontend.router().undelete(blob.id(), context())) {
            case NodeResponse.Done _ -> {
              blob.lives().done(request, where);
              if (blob.lives().isFor(Fate.ALIVE)) {
                requireFate(blob, media, false);
              }
              frontend.event("undeleted " + blob.id());
            }
            case WriteResult.Refused why -> {
              assertThat(why).isEqualTo(WriteResult.Refused.NOT_DELETED);
              ledger.notDeleted(blob, before, where);
              blob.lives().withoutEffect(request);
            }
            case NodeResponse.Missing(var absence, _) -> {
              ledger.missing(blob, before, absence, where);
              blob.lives().withoutEffect(request);
            }
          }
        });
  }

  private boolean keep(KeptBlob blob) {
    return attempt(
        "TTL update",
        () -> {
          Ledger.Before before = ledger.before(blob, where);
          blob.ttlUpdateAsked();
          int media = this.media.before();
          frontend.event("updates the TTL of " + blob.id());
          switch (frontend.router().updateTtl(blob.id(), LEAST_LEFT, context())) {
            case NodeResponse.Done _ -> {
              blob.kept(this.media.keptBy(blob, where.dataCenter()));
              this.media.require(blob, media, Kind.TTL, known -> known.kept() || !blob.expires());
              frontend.event("updated the TTL of " + blob.id());
            }
            case WriteResult.Refused why -> {
              assertThat(why).isEqualTo(WriteResult.Refused.ENDS_TOO_SOON);
              ledger.endsTooSoon(blob, LEAST_LEFT, where);
            }
            case NodeResponse.Missing(var absence, _) ->
                ledger.missing(blob, before, absence, where);
          }
        });
  }

  private RequestContext context() {
    return frontend.context(PATIENCE.plus(pause));
  }

  /** Returns whether the operation succeeded, at the first attempt or the second. */
  private boolean attempt(String name, Runnable operation) {
    return succeeds(name, operation) || (insists && succeeds(name + " again", operation));
  }

  private boolean succeeds(String name, Runnable operation) {
    try {
      operation.run();
      tally.done(name);
      return true;
    } catch (AumbryException e) {
      if (e.code().category() == ErrorCategory.BUG) {
        throw new Finding(where + ": " + name + " failed with " + e, e);
      }
      frontend.event(name + " failed: " + e.getMessage());
      tally.failed(name, e);
      return false;
    }
  }
}
