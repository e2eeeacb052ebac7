package io.aumbry.catalog.name;

import io.aumbry.catalog.command.NameChange.Delete;
import io.aumbry.catalog.command.NameChange.DeleteBlob;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Short calls of a {@link NameStore} for tests. */
public class NameCalls implements AutoCloseable {
  public static final ContainerRef BOX = new ContainerRef(7, 9);
  public static final String WRITER = "frontend-1";
  public static final long NEVER = NameVersion.NEVER;

  public final PlainCarrier carrier;
  public final NameStore names;
  private final Random random = new Random(5);
  private final AtomicLong blobs = new AtomicLong();

  /** Calls a store, which the subclass or the caller closes. */
  public NameCalls(NameStore names, PlainCarrier carrier) {
    this.names = names;
    this.carrier = carrier;
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

  public Removal deleteBlob(BlobId blob) {
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

  @Override
  public void close() {
    carrier.close();
  }
}
