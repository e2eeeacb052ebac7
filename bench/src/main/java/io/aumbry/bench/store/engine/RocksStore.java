package io.aumbry.bench.store.engine;

import io.aumbry.bench.store.engine.StoreEngine.Deleted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.rocksdb.WriteOptions;

/**
 * A database that answers writes after fdatasync of its log, shared by waiting writers, and
 * verifies checksums on reads.
 */
final class RocksStore implements OpenStore {
  private static final byte[] FIRST = {};
  private static final byte[] LAST = {(byte) 0xFF};
  private static final double COLLECTED_BY_DEFAULT = 0.25;

  private final String folder;
  private final double collected;
  private final Statistics statistics = new Statistics();
  private final WriteOptions writing = new WriteOptions().setSync(true);
  private final ReadOptions reading = new ReadOptions().setVerifyChecksums(true);
  private RocksDatabase open;

  RocksStore(Path folder, Deleted deleted) {
    this.folder = folder.toString();
    this.collected = deleted == Deleted.GONE ? 1 : COLLECTED_BY_DEFAULT;
    this.open = new RocksDatabase(this.folder, statistics, collected);
  }

  private RocksDB database() {
    return open.database();
  }

  @Override
  public StoreCaller caller(int callers) {
    return new RocksCaller(database(), writing, reading);
  }

  @Override
  public void settle() {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      database().flush(flush);
      database().compactRange();
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB cannot flush " + folder, e);
    }
  }

  /** Reopens the database, because its block cache cannot be emptied. No reads may run. */
  @Override
  public void forgetCached() {
    open.close();
    open = new RocksDatabase(folder, statistics, collected);
  }

  @Override
  public Compacted compact() {
    long before = bytesOfFiles();
    try (CompactRangeOptions options =
        new CompactRangeOptions().setBottommostLevelCompaction(BottommostLevelCompaction.kForce)) {
      database().compactRange(database().getDefaultColumnFamily(), FIRST, LAST, options);
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB cannot compact " + folder, e);
    }
    long copied = statistics.getTickerCount(TickerType.BLOB_DB_GC_BYTES_RELOCATED);
    return new Compacted(copied, before - bytesOfFiles());
  }

  private long bytesOfFiles() {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long syncs() {
    return statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
  }

  @Override
  public void close() {
    open.close();
    reading.close();
    writing.close();
    statistics.close();
  }
}
