package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.NameChange.Delete;
import io.aumbry.catalog.command.NameChange.DeleteBlob;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Names in a database, with short calls for tests. */
public final class NamesFixture implements AutoCloseable {
  public static final ContainerRef BOX = new ContainerRef(7, 9);
  public static final String WRITER = "frontend-1";
  public static final long NEVER = NameVersion.NEVER;

  public final PlainCarrier carrier = new PlainCarrier();
  public final Database database;
  public final SqlNames names;
  private final Random random = new Random(5);
  private final AtomicLong blobs = new AtomicLong();

  public NamesFixture(String url) {
    this.database =
        Databases.open(
            CatalogConfig.defaults().withUrl(url),
            new DatabaseEnvironment(
                BlockingThreads.ofPlatform(), carrier.time(), new Random(1), new Metrics()));
    this.names = new SqlNames(database, Duration.ofSeconds(30));
    open(WRITER);
  }

  /** Removes everything but the lease of {@link #WRITER}. */
  public void clear() {
    for (String table :
        List.of(
            "object",
            "object_version",
            "trash",
            "writer",
            "dataset",
            "dataset_version",
            "upload",
            "part")) {
      sql("DELETE FROM " + table);
    }
    open(WRITER);
  }

  public <R> R apply(NameCommand<R> command) {
    return names.apply(command, carrier.patient());
  }

  public WriterCommand.Standing open(String writer) {
    return apply(new WriterCommand.Open(writer, Duration.ofDays(1), now()));
  }

  public long now() {
    return carrier.time().wallMillis();
  }

  public BlobId blob() {
    return blob(BOX);
  }

  public synchronized BlobId blob(ContainerRef container) {
    BlobId.Owner owner = new BlobId.Owner(1, container.account(), container.container(), false);
    return BlobId.create(
        owner, BlobKind.SIMPLE, 3, 1_700_000_000_000L + blobs.incrementAndGet(), random);
  }

  public static BlobName name(String key) {
    return new BlobName(BOX, KeyBytes.of(key));
  }

  public Put put(String key, BlobId blob, Put.Mode mode) {
    return put(name(key), blob, mode, NEVER);
  }

  public Put put(BlobName name, BlobId blob, Put.Mode mode, long expires) {
    NameVersion.Content content = new NameVersion.Content(blob, 10, expires);
    return new Put(name, content, mode, WRITER, now(), blobs.incrementAndGet());
  }

  public Put.Result create(String key, BlobId blob) {
    return apply(put(key, blob, Put.Mode.CREATE));
  }

  public Put.Result upsert(String key, BlobId blob) {
    return apply(put(key, blob, Put.Mode.UPSERT));
  }

  public Removal delete(String key) {
    return apply(new Delete(name(key), now()));
  }

  Removal deleteBlob(BlobId blob) {
    return apply(new DeleteBlob(blob, now()));
  }

  public NameLookup find(String key) {
    return names.find(name(key), carrier.patient());
  }

  /** Everything in the trash that is due at {@code millis}. */
  public List<TrashItem> takeTrash(long millis) {
    List<TrashItem> all = new ArrayList<>();
    for (int shard = 0; shard < TrashItem.SHARDS; shard++) {
      all.addAll(apply(new UpkeepCommand.TakeTrash(shard, millis, Duration.ofHours(1), 1000)));
    }
    return all;
  }

  public List<BlobId> trash() {
    return takeTrash(Long.MAX_VALUE / 2).stream().map(TrashItem::blob).toList();
  }

  /** Returns the number of rows. */
  public int sql(String text) {
    return database.write(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(text);
          }
        },
        carrier.patient());
  }

  @Override
  public void close() {
    database.close();
    carrier.close();
  }
}
